import { operationIn, type WithOperations } from '../../src/contract/operations.ts';
import { printRequest } from '../../src/print.ts';
import type { Listing, Page } from '../core/evidence.ts';
import { countedAs } from '../core/operation-of.ts';
import { shortServerMessage } from '../core/server-message.ts';
import { nameOfCollection } from '../core/target.ts';
import type { Unavailable } from '../core/unavailable.ts';
import type { Result } from '../core/verdict.ts';
import { unfilteredPages } from './reading.ts';
import { isPromised } from './requests/served.ts';

/**
 * Collections without a first page, or without a further one although they have more records: a pass proves too little
 * of them (READINGS 32). Only if no broken or inconclusive rule reports more.
 */
export function unreadCollections(
  contract: WithOperations,
  listings: readonly Listing[],
  results: readonly Result[],
  unavailable: readonly Unavailable[],
): Unavailable[] {
  const isToldOf = ({ operation, collection }: Pick<Unavailable, 'operation' | 'collection'>): boolean =>
    unavailable.some(
      (one) => one.operation === operation && [undefined, collection].includes(one.collection),
    ) ||
    results.some(
      (one) =>
        one.operation === operation && one.level === 'must' && ['fail', 'inconclusive'].includes(one.verdict),
    );
  return listings.flatMap((listing): Unavailable[] => {
    const pages = unfilteredPages(listing);
    const isFirst = ({ query }: Page): boolean => (query.offset ?? 0) === 0;
    const count = Math.max(0, ...pages.map(({ total = 0, size }) => Math.max(total, size)));
    const isBeyond = pages.some((page) => !isFirst(page) && page.size > 0);
    const isFirstServed = pages.some(isFirst);
    if (isFirstServed && (count < 2 || isBeyond)) return [];
    const missing = listing.unserved.find(
      (page) =>
        isPromised(page.query) &&
        isFirst(page) !== isFirstServed &&
        (page.query.offset ?? 0) < Math.max(1, count),
    );
    if (!missing) return [];
    const { request, response } = missing.exchange;
    const collection = nameOfCollection(listing.collection);
    const operation = countedAs(contract, request);
    const words = shortServerMessage(missing.exchange);
    const returned = `${response.status}${words && ` "${words}"`}`;
    const [saw, inShort] = [
      `${printRequest(request)}  ${returned}`,
      `${printRequest(request)}  ${response.status}`,
    ];
    const advice = `no page ${isFirstServed ? 'beyond the first' : `from the first ${operationIn(contract, operation).nouns.record} on`} was served`;
    return isToldOf({ operation, collection })
      ? []
      : [{ operation, collection, state: 'not read', saw, inShort, returned, advice }];
  });
}
