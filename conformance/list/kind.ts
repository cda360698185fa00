// Operations that list records.

import type { Contract } from '../../src/contract/contract.ts';
import { countedWords, relations } from '../../src/contract/list.ts';
import { meanings } from '../../src/contract/list-filters.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { printPlace } from '../../src/contract/places.ts';
import type { ContractAndTarget } from '../core/context.ts';
import type { HarmlessRequest, Kind, Probe, Probing, Word } from '../core/kind.ts';
import { collectionsLineFor } from '../core/remedies.ts';
import { type Target, targetFor } from '../core/target.ts';
import type { Unavailable } from '../core/verdict.ts';
import { collectListings, narrowedTo } from './collected-listings.ts';
import { filterForNone } from './filters/asking.ts';
import filterExperiments from './filters/experiments.ts';
import { operatorThat } from './filters/filter.ts';
import filterObservations from './filters/observations.ts';
import filterRules from './filters/rules.ts';
import linkExperiments from './links/experiments.ts';
import linkObservations from './links/observations.ts';
import { linkWords } from './links/read-links.ts';
import linkRules from './links/rules.ts';
import { readRecords } from './listed-records.ts';
import liveRules from './live/rules.ts';
import orderRules from './order/rules.ts';
import pageExperiments from './pages/experiments.ts';
import pageObservations from './pages/observations.ts';
import { structureOf } from './pages/page-structure.ts';
import pageRules from './pages/rules.ts';
import parameterExperiments from './parameters/experiments.ts';
import parameterRules from './parameters/rules.ts';
import { listingRequest, requestAfter, undefinedRequests, wholeQuery } from './query.ts';
import { listingReader } from './read-page.ts';
import { listedCollections } from './read-pages.ts';
import { atWords } from './remedies.ts';
import requestExperiments from './requests/experiments.ts';
import requestObservations from './requests/observations.ts';
import requestRules from './requests/rules.ts';
import { unreadCollections } from './requests/served.ts';
import sortExperiments from './sort/experiments.ts';
import sortObservations from './sort/observations.ts';
import sortRules from './sort/rules.ts';
import tokenObservations from './tokens/observations.ts';
import tokenRules from './tokens/rules.ts';
import totalRules from './totals/rules.ts';

export const list: Kind = {
  of: 'list',
  rules: [
    filterRules, linkRules, liveRules, orderRules, pageRules, parameterRules, requestRules, sortRules, tokenRules, totalRules,
  ], // biome-ignore format: one glance
  experiments: [
    filterExperiments, linkExperiments, pageExperiments, parameterExperiments, requestExperiments, sortExperiments,
  ], // biome-ignore format: one glance
  observations: [
    filterObservations, linkObservations, pageObservations, requestObservations, sortObservations,
    tokenObservations,
  ], // biome-ignore format: one glance
  words: listingWords,
  harmlessRequests: firstPageRequests,
  probe: probeListing,
  beginObservation: listedCollections,
  listings: {
    reader: listingReader,
    collect: collectListings,
    narrowedTo,
    readRecords,
    requestAfter,
    structureOf,
    undefinedRequests,
    unread: unreadCollections,
  },
};

function listingWords({ list }: Operation): Word[] {
  if (!list) return [];
  return [
    ...Object.entries(list.names),
    ['counted', countedWords(list)],
    ...[
      ['total', list.total?.at] as const,
      ['hasMore', list.hasMore] as const,
      ['totalPages', list.totalPages] as const,
    ].map(([name, place]): Word => [name, place ? printPlace(place) : name]),
    ...relations.map((name) => [`${name}Link`, linkWords(list, name)] as const),
    ...meanings.map((means): Word => [means, operatorThat(list, means) ?? means]),
  ];
}

/**
 * The first page of each collection. Of several, the second is asked before for a name that no record has: the order of
 * requests must not change what a server caches of a collection. An experiment shares the response.
 */
function firstPageRequests(setting: ContractAndTarget, operation: string): HarmlessRequest[] {
  const { collections } = targetFor(setting.target, setting.contract, operation);
  const { list } = operationIn(setting.contract, operation);
  const filter = list && filterForNone(list);
  return collections.flatMap((collection, place): HarmlessRequest[] => {
    const isAsked = place === 1 && filter !== undefined;
    const before = isAsked ? [listingRequest(setting, collection, { ...wholeQuery, filter })] : [];
    return [
      ...before.map((request) => ({ request, isOnlySent: true }) as const),
      { request: listingRequest(setting, collection, wholeQuery) },
    ];
  });
}

async function probeListing(
  operation: string,
  { context, exchangeOf, twice }: Probing,
): Promise<readonly Probe[]> {
  const { contract, target } = context;
  const { collections } = targetFor(target, contract, operation);
  if (collections.length === 0)
    return [{ operation, exchanges: [], unavailable: withoutCollection(contract, operation, target) }];
  const probes: Probe[] = [];
  for (const collection of collections) {
    const exchange = exchangeOf(listingRequest(context, collection, wholeQuery));
    if (exchange) probes.push({ operation, collection, exchanges: await twice(exchange) });
  }
  return probes;
}

const withoutCollection = (contract: Contract, operation: string, target: Target): Unavailable => ({
  operation,
  state: 'no collection',
  at: atWords(contract, operation),
  remedy: collectionsLineFor(contract, operation, target),
});
