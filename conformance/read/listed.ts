// Requests to read records that a listing shows: the only ones that are known if nothing creates any.

import { isDeepStrictEqual } from 'node:util';
import { focusedOn } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import {
  filledPath,
  type Operation,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { keyOfId, recordIn, recordSchemaOf, recordsIn, shownIdOf } from '../../src/contract/record.ts';
import { listingAbove } from '../../src/contract/related-operations.ts';
import type { Exchange, HttpRequest } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';
import { propertiesOf, typesOf } from '../../src/json/schema-at.ts';
import { percentEncoded } from '../../src/percent.ts';
import { printPath, printValue } from '../../src/print.ts';
import { readsToReject } from '../access/edits.ts';
import { tryInvented } from '../access/invented.ts';
import type { Claim } from '../core/claim.ts';
import type { ExperimentContext } from '../core/context.ts';
import { jsonIn } from '../core/created.ts';
import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { hasKnownParameters } from '../core/let-in.ts';
import { countedAs, pathValuesOf } from '../core/operation-of.ts';
import { attemptReads, reportRead } from '../core/read-attempts.ts';
import { requestAt } from '../core/requests.ts';
import { isAsSent } from '../core/same-as-sent.ts';
import { wasAccepted } from '../core/status.ts';
import type { Collection } from '../core/target.ts';
import { readFirst } from '../list/read-pages.ts';

/** So many collections, and so many records of each. */
const [mostCollections, mostRecords] = [3, 3];

/** A record that a page shows, and the request that reads it. */
type Listed = { readonly request: HttpRequest; readonly page: RunExchange };

/** Reads records that listings show: of each the first, one in the middle and the last. */
export async function readListed(context: ExperimentContext, id: string): Promise<void> {
  const { contract, target } = context;
  const reader = operationIn(contract, id);
  const listing = listingAbove(contract, reader);
  if (!listing || !hasKnownParameters(target, reader)) return;
  const collections = target.collections.filter(({ operation }) => operation === listing.id);
  const found: Listed[] = [];
  for (const collection of collections) {
    if (found.length >= mostCollections * mostRecords) break;
    found.push(...(await listedIn(context, reader, collection)));
  }
  for (const { request, page } of found) await readOne(context, reader, request, page);
  const [first] = found;
  if (!first) return;
  await attemptReads(context, first.request, readsToReject(context, id, first.request));
  await tryInvented(context, id, first.request);
}

async function listedIn(
  context: ExperimentContext,
  reader: Operation,
  collection: Collection,
): Promise<readonly Listed[]> {
  const contract = focusedOn(context.contract, collection.operation);
  const listing = operationIn(contract, collection.operation);
  const pages = await readFirst({ ...context, contract }, collection);
  const all = pages.flatMap(({ exchange }) =>
    recordsIn(listing, jsonIn(exchange)).flatMap((record) => {
      const shown = shownIdOf(listing, record);
      const path = [...collection.values.slice(0, reader.pathParameters.length - 1), shown ?? ''];
      return shown === undefined || shown === ''
        ? []
        : [{ path: filledPath(reader.path, path.map(percentEncoded)), page: exchange }];
    }),
  );
  const places = [0, all.length >> 1, all.length - 1].slice(0, mostRecords);
  return [...new Set(places)].flatMap((place) => {
    const { path, page } = all[place] ?? {};
    return path !== undefined && page ? [{ request: requestAt(context, reader.id, path), page }] : [];
  });
}

/** Reads a record. What differs from its listing may have changed meanwhile: then both are read twice, the listing first and last. */
async function readOne(
  context: ExperimentContext,
  reader: Operation,
  request: HttpRequest,
  page: RunExchange,
): Promise<void> {
  const { contract } = context;
  const clause = clauseId(reader.id, 'as-listed');
  const about = { operation: reader.id, clause, what: 'a request to read a listed record' };
  const first = await context.exchange(request);
  if (!wasAccepted(first))
    return reportRead(
      context,
      { ...about, exchange: first, before: page },
      (control) => entryOn(contract, control, request) !== undefined,
    );
  const report = (exchange: RunExchange, before: RunExchange, earlier: Partial<Attempt> = {}): void =>
    context.report({ ...about, ...earlier, expects: 'acceptance', exchange, before, after: before });
  if ((differencesFrom(contract, first, page) ?? []).length === 0) return report(first, page);
  const [before, reading] = [
    await context.exchangeAfresh(page.request),
    await context.exchangeAfresh(request),
  ];
  const [again, after] = [await context.exchangeAfresh(request), await context.exchangeAfresh(page.request)];
  report(again, after, { readings: { before, after: [reading] } });
}

/** The entry for the record that a request reads, on a page of a listing. */
function entryOn(
  contract: WithOperations,
  page: Exchange,
  request: Pick<HttpRequest, 'method' | 'target'>,
): JsonObject | undefined {
  const listing = operationIn(contract, countedAs(contract, page.request));
  const id = keyOfId(pathValuesOf(contract, request).at(-1) ?? '');
  return recordsIn(listing, jsonIn(page)).find((one) => keyOfId(shownIdOf(listing, one) ?? '') === id);
}

/** A listing may have only the beginning of a text. */
const isBeginning = (listed: Json | undefined, read: Json | undefined): boolean =>
  typeof listed === 'string' &&
  typeof read === 'string' &&
  read.startsWith(listed.replace(/\s*(?:\.{3}|…)$/, ''));

type Difference = { readonly path: string; readonly listed: Json; readonly read: Json };

/** Where a reading shows other values than a listing, of the fields that both schemas state alike; undefined if there are none. */
function differencesFrom(
  contract: WithOperations,
  reading: Exchange,
  page: Exchange,
): readonly Difference[] | undefined {
  const reader = operationIn(contract, countedAs(contract, reading.request));
  const listing = operationIn(contract, countedAs(contract, page.request));
  const [read, listed] = [recordIn(reader, jsonIn(reading)), entryOn(contract, page, reading.request)];
  if (!read || !listed) return undefined;
  const [own, other] = [reader, listing].map((one) => propertiesOf(recordSchemaOf(one)));
  const form = (schema: unknown): string => JSON.stringify([typesOf(schema), at(schema, 'format')]);
  const pairs = Object.entries(own ?? {}).flatMap(([name, schema]): Difference[] => {
    const [is, was] = [read[name], listed[name]];
    const isStated = other?.[name] !== undefined && form(schema) === form(other[name]);
    if (!isStated || is === undefined || was === undefined || isObject(was) || Array.isArray(was)) return [];
    return [{ path: printPath([...reader.record, name]), listed: was, read: is }];
  });
  if (pairs.length === 0) return undefined;
  return pairs.filter((one) => !isAsSent(one.listed, one.read) && !isBeginning(one.listed, one.read));
}

/** A claim that a record is returned with the values that its listing shows. */
export const returnsAsListed: Claim = {
  on: 'attempt',
  judge: ({ exchange, before, readings }, judge) => {
    if (!exchange || !before || !wasAccepted(exchange)) return;
    const found = differencesFrom(judge.contract, exchange, before);
    if (!found) return;
    const [reading] = readings?.after ?? [];
    const earlier =
      reading && readings?.before ? differencesFrom(judge.contract, reading, readings.before) : undefined;
    // What shows only once, or each time another value, changes by itself.
    const first = found.find((one) => !earlier || earlier.some((other) => isDeepStrictEqual(one, other)));
    judge.claim(first === undefined, () => ({
      title: `${first?.path} is returned as it is listed`,
      expected: `${first?.path} is ${printValue(first?.listed ?? null)}, as it is listed`,
      saw: printValue(first?.read ?? null),
      shown: [exchange, before],
    }));
  },
};
