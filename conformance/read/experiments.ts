// Requests to read a record.

import { isReadConditionally } from '../../src/contract/conditions.ts';
import { type ClauseName, clauseId } from '../../src/contract/kind-clauses.ts';
import { filledPath, type Operation, operationIn } from '../../src/contract/operations.ts';
import { idSchemaOf } from '../../src/contract/record.ts';
import { creatorAboveRead, creatorOf } from '../../src/contract/related-operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { typesOf } from '../../src/json/schema-at.ts';
import { percentEncoded } from '../../src/percent.ts';
import { readsToReject } from '../access/edits.ts';
import { tryInvented } from '../access/invented.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { pathValuesOf } from '../core/operation-of.ts';
import { attemptReads, type ReadTrial } from '../core/read-attempts.ts';
import { unknownId } from '../core/requests.ts';
import { readUntil } from '../core/settling.ts';
import { wasAccepted } from '../core/status.ts';
import { creationsOf, recordBy, sendLeast } from '../create/creations.ts';
import { type Control, sendingHeader } from '../create/edits.ts';
import { inventedTag } from '../life/conditions.ts';
import { onNewRecords } from '../life/on-new-records.ts';
import { readingOfRecord, reporterOf } from '../life/readings.ts';
import { lifeRelations, tagOf } from '../life/relations.ts';
import { beyondInt64 } from '../list/query.ts';
import { readListed } from './listed.ts';

/** The rules for ids that no record has. */
const unknownIds: readonly string[] = ['unknown-id', 'id-form'];

/** Ids of another form than that of a record: no number and no UUID, more than its id, and more than 64 bits. */
const oddIds = (reader: Operation, id: string): readonly string[] => [
  'not-an-id',
  `${percentEncoded(id)}xyz`,
  ...(typesOf(idSchemaOf(reader)).includes('integer') ? [beyondInt64] : []),
];

/** A request to read a record below another one than that below which it was created, which is created for it. */
async function belowAnother(
  context: ExperimentContext,
  reader: Operation,
  request: HttpRequest,
): Promise<readonly ReadTrial[]> {
  const { contract } = context;
  const above = creatorAboveRead(contract, reader);
  const exchange = above && (await sendLeast(context, above.id));
  const other = exchange && createdIn(contract, exchange);
  if (!other) return [];
  const values = pathValuesOf(contract, request).with(-2, other.id).map(percentEncoded);
  const [, query] = request.target.split('?');
  const target = [filledPath(reader.path, values), query].filter((one) => one !== undefined).join('?');
  const what = 'a request to read a record below another one than that below which it was created';
  return [{ clause: clauseId(reader.id, 'other-parent'), what, request: { ...request, target } }];
}

/** Reads a record with its ETag, and with another one, in If-None-Match. */
async function readConditionally(
  context: ExperimentContext,
  reader: Operation,
  request: HttpRequest,
  before: RunExchange,
): Promise<void> {
  const { contract } = context;
  const tag = tagOf(before);
  if (tag === undefined || !isReadConditionally(reader)) return;
  for (const [rule, sent] of [
    ['if-none-match-current', tag],
    ['if-none-match-other', inventedTag],
  ] as const) {
    const headers = sendingHeader('if-none-match', sent)(request.headers);
    const read = async () => context.exchange({ ...request, headers });
    const isRight = (write: RunExchange): boolean =>
      lifeRelations[rule]({ contract, operation: reader, write, after: [] })?.length === 0;
    const { first, after } = await readUntil(context, read, isRight);
    context.report({
      operation: reader.id,
      clause: clauseId(reader.id, rule),
      what: `a reading with If-None-Match: ${sent}`,
      expects: 'acceptance',
      exchange: after,
      readings: { before, after: [] },
      failedOnce: first === after ? undefined : first,
    });
  }
}

/** Sends reads with ids that no record has, below another record, and without what a request needs. */
async function readOddly(
  context: ExperimentContext,
  reader: Operation,
  request: HttpRequest,
  own: string,
): Promise<void> {
  const { contract } = context;
  const report = reporterOf(context, reader.id);
  const withId = (rule: ClauseName, id: string, what: string): ReadTrial => ({
    clause: clauseId(reader.id, rule),
    what: `a request to read ${what}`,
    request: {
      ...request,
      target: request.target.replace(/[^/?]+(\/?)(\?.*)?$/, (_, slash, query = '') => id + slash + query),
    },
  });
  const trials = [
    withId('unknown-id', unknownId(idSchemaOf(reader)), 'an unknown id'),
    ...(await belowAnother(context, reader, request)),
    ...oddIds(reader, own).map((id) => ({
      ...withId('id-form', id, `the id "${id}"`),
      // To some servers, that is another path (READINGS P1).
      showsAcceptance: true,
    })),
    ...readsToReject(context, reader.id, request),
  ];
  const meant = trials.filter(({ clause }) => contract.clauses.has(clause));
  const exchanges = await attemptReads(context, request, meant);
  for (const [index, { clause, what }] of meant.entries()) {
    const sent = exchanges[index];
    if (sent && unknownIds.includes(clause.slice(reader.id.length + 1)))
      await report('unknown-id-not-crash', what, sent, async () => []);
  }
}

/** Reads a record that was created, or else records that are listed; returns the request that reads what was created. */
async function readCreated(
  context: ExperimentContext,
  reader: Operation,
  isRepeated: boolean,
): Promise<HttpRequest | undefined> {
  const creator = creatorOf(context.contract, reader.id)?.id;
  // A record that is known is read, and another one if something failed.
  const sendingTo = (creation: string) => (one: Control) => {
    const { inTurn, control, repeat } = creationsOf(context, creation);
    return inTurn(() => (isRepeated ? repeat(one) : control(one)));
  };
  const made = creator === undefined ? undefined : await recordBy(context, creator, sendingTo(creator));
  if (!made) {
    await readListed(context, reader.id);
    return undefined;
  }
  // There is none if a reading needs another value than the id, and no value is known.
  const read = readingOfRecord(context, reader.id, made);
  if (!read) return undefined;
  // What was created may take some time to show (READINGS V1).
  const settled = await readUntil(context, read, ([one]) => one !== undefined && wasAccepted(one));
  const [[first], [exchange]] = [settled.first, settled.after];
  if (!first || !exchange) return undefined;
  context.report({
    operation: reader.id,
    clause: clauseId(reader.id, 'as-created'),
    what: 'a request to read what was created',
    expects: 'acceptance',
    exchange,
    before: made.exchange,
    after: made.exchange,
    failedOnce: wasAccepted(exchange) ? settled.late?.[0] : undefined,
  });
  const again = await read(false);
  const report = reporterOf(context, reader.id);
  await report('same-again', 'a second reading', exchange, async () => again, exchange);
  await readConditionally(context, reader, first.request, exchange);
  await readOddly(context, reader, first.request, made.id);
  return first.request;
}

export default experiments('read', {
  'read-created': (operation, contract) => ({
    shows: 'a record that was created, or else listed, is read, and reads to be rejected',
    run: async (all) => {
      const reader = operationIn(contract, operation);
      let known: HttpRequest | undefined;
      await onNewRecords(all, operation, async (context, isRepeated) => {
        known = (await readCreated(context, reader, isRepeated)) ?? known;
      });
      // What other operations do is known later, so that it is not told again on new records.
      if (known) await tryInvented(all, operation, known);
    },
  }),
});
