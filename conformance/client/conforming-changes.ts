// What conforming servers may do to responses and records, beside the choices of the stub: all of it is read from the contract.

import { isReadConditionally } from '../../src/contract/conditions.ts';
import { type Contract, promisesOf } from '../../src/contract/contract.ts';
import { hasOffset } from '../../src/contract/kind-choices.ts';
import { distinguishesCase, filterFields } from '../../src/contract/list-filters.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import {
  type HttpResponse,
  isLost,
  type Mutant,
  queryIn,
  withChangedPairs,
  withoutHeader,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { at, type Json, type JsonObject, mapValues, withoutAt } from '../../src/json/json.ts';
import { schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { percentEncoded } from '../../src/percent.ts';
import { operationAsked } from '../core/operation-of.ts';
import { onResponse, withHeader } from '../mutants/edits.ts';
import { equalValues, filledListings, moreRecords, namedRecords, oneRecordLess } from './change-records.ts';
import { type Asked, onObjects, onRecords } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';
import { isOptionalAt, ofFields, recordsWithNulls } from './field-changes.ts';
import { ofHttp } from './http-changes.ts';
import { ofValues } from './value-changes.ts';

/** The questions that no choice of the stub asks, by what they vary. */
export const changesOf = (contract: Contract): readonly ClientQuestion[] => [
  ...ofFields(contract),
  ...ofValues(),
  ...ofRecords(contract),
  ...ofHttp(contract),
  ...ofBadTimes(contract),
];

function ofRecords(contract: Contract): readonly ClientQuestion[] {
  const sought = everyOperation(contract).flatMap(({ list }) => list?.filter?.fields ?? []);
  const attributes = sought.filter(({ means, schema }) => means === 'eq' && isFreeTextSchema(schema));
  // biome-ignore format: one line an option
  return [
    question('records', 'Which records were added or removed since the last run?', 'none',
      option('added', 'one more in each collection', { records: moreRecords(() => 1) }),
      option('many', 'more than fit on a page, in each collection', { records: moreRecords(({ list }) => 1 + Math.min(list?.bounds.largest ?? 0, mostAdded)) }),
      option('removed', 'one less in each collection, which no request of the client names', { records: oneRecordLess })),
    question('equal-values', 'By which attribute of filters are two records of a collection equal?', 'none',
      ...[...new Set(attributes.map(({ attribute }) => attribute))].map((attribute) => option(attribute, 'two that no filter of the client names, if there are two', { records: equalValues(attribute) }))),
  ];
}

/** Few clients ask for larger pages, and each variation reads what is added. */
const mostAdded = 100;

const isFreeTextSchema = (schema: unknown): boolean =>
  typesOf(schema).includes('string') &&
  ['enum', 'const', 'format'].every((keyword) => at(schema, keyword) === undefined);

/** What servers do at bad times, once on each operation, what a `should` advises them against, and what nobody builds for. */
function ofBadTimes(contract: Contract): readonly ClientQuestion[] {
  // biome-ignore format: one line an option
  return [
    question('transient-failure', 'What happens once to each operation?', 'none',
      option('429', 'a rate limit, with `Retry-After: 1`', { fault: { kind: 'too-many-requests' } }),
      option('503', 'the server is not available', { fault: { kind: 'status', code: 503 } }),
      option('reset', 'the connection is reset', { fault: { kind: 'connection-reset' } }),
      option('slow', 'the response takes two seconds', { fault: { kind: 'latency', ms: 2000 } }),
      option('cut', 'the connection closes in the middle of the body', { fault: { kind: 'truncated-body' } })),
    question('empty-optional-fields', 'What is returned for an optional field that has no value?', 'absent',
      option('null', '`null` in its place', { middleware: onRecords(recordsWithNulls()) })),
    question('absent-id', 'Which records have no id?', 'none',
      option('all', 'the contract does not require it', { middleware: onRecords(withoutIds) })),
    question('absent-challenge', 'Does a response with the status 401 have the header WWW-Authenticate?', 'yes',
      option('no', 'the contract does not require it', { middleware: onResponse(withoutChallenge) })),
    ...(filledListings(contract).size > 0 ? [
      question('first-records', 'Which records does a collection have that clients can fill?', 'some',
        option('named', 'only those that requests of the client name', { records: namedRecords(contract) })),
    ] : []),
    ...(everyOperation(contract).some(isReadConditionally) ? [
      question('known-tag', 'Which status does a reading with the current ETag in If-None-Match return?', '304',
        option('200', 'the contract lists it, too', { middleware: withoutIfNoneMatch })),
    ] : []),
    ...(contract.hasDerivedClauses ? ofUnwritten(contract) : []),
  ].map((one): ClientQuestion => ({ ...one, part: 'resilience' }));
}

/** What only sentences of a contract could say otherwise. */
function ofUnwritten(contract: Contract): readonly ClientQuestion[] {
  const all = everyOperation(contract);
  // biome-ignore format: one line an option
  return [
    ...(all.some(({ list }) => filterFields(list ?? {}).some(distinguishesCase)) ? [
      question('equal-letter-case', 'Does a filter for equal text distinguish upper case from lower case?', 'distinguished',
        option('ignored', '`ann` finds `Ann`, too', { choices: { 'equal-letter-case': 'ignored' } })),
    ] : []),
    question('list-values', 'In which order is a list of texts in a record returned?', 'sent',
      option('set', 'sorted, and equal ones once', { middleware: onObjects(withSets(returnedAsSent(contract))) })),
    ...(all.some(hasOffset) ? [
      question('offset-past-end', 'What does a page past the end return?', 'empty',
        option('rejected', 'the status 404', { middleware: withoutPagesPastEnd })),
    ] : []),
  ];
}

const withoutIds = (records: readonly JsonObject[], { operation }: Asked): readonly Json[] =>
  operation.kind === 'list' && isOptionalAt(operation, operation.idPlace)
    ? records.map((record) => withoutAt(record, operation.idPlace))
    : records;

const withoutChallenge = (response: HttpResponse): HttpResponse =>
  withHeader(response, 'www-authenticate', null);

const withoutIfNoneMatch: Mutant = (next) => (request) => next(withHeader(request, 'if-none-match', null));

/** A server that rejects an offset past the end of a listing, with the status of its rejection of an invalid offset. */
const withoutPagesPastEnd: Mutant = (next, contract) => async (request) => {
  const response = await next(request);
  const operation = operationAsked(contract, request);
  const json = isLost(response) || response.status !== 200 ? undefined : jsonOf(response.body);
  if (json === undefined || !operation?.list || !hasOffset(operation)) return response;
  const { offset } = operation.list.names;
  const records = at(json, ...operation.record);
  const isPastEnd = Array.isArray(records) && records.length === 0;
  if (!isPastEnd || Number(queryIn(request.target).get(offset) ?? 0) < 1) return response;
  const rejected = await next({
    ...request,
    target: withChangedPairs(request.target, offset, () => [`${percentEncoded(offset)}=none`]),
  });
  if (isLost(rejected)) return rejected;
  const headers = withoutHeader(withoutHeader(rejected.headers, 'assay-clause'), 'assay-pointer');
  return { ...rejected, status: 404, headers: [...headers, ['Assay-Choice', 'offset-past-end=rejected']] };
};

/** The names of the fields that the contract promises to return as they were sent. */
const returnedAsSent = (contract: Contract): ReadonlySet<unknown> =>
  new Set(
    everyOperation(contract).flatMap(({ id }) =>
      promisesOf(contract, id).flatMap(({ path, sentAt }) => (sentAt ? [path.at(-1)] : [])),
    ),
  );

const withSets =
  (promised: ReadonlySet<unknown>) =>
  (object: JsonObject, schema: JsonObject): JsonObject =>
    mapValues(object, (value, name) => {
      const isOpen = !promised.has(name) && at(schemaAt(schema, [name]), 'minItems') === undefined;
      const isChanged = isOpen && Array.isArray(value) && value.every((one) => typeof one === 'string');
      return isChanged ? [...new Set(value)].toSorted() : value;
    });
