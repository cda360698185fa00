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
import { creationProfile } from '../create/creation-profile.ts';
import { creationsOf } from '../create/creations.ts';
import { leastWith, sendingHeader } from '../create/edits.ts';
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
  if (!above || context.writesLeft() === 0) return [];
  const { inTurn, send } = creationsOf(context, above.id);
  const other = createdIn(contract, await inTurn(() => send(leastWith(context, above.id), {})));
  if (!other) return [];
  const values = pathValuesOf(contract, request).with(-2, other.id).map(percentEncoded);
  const [, query] = request.target.split('?');
  const target = [filledPath(reader.path, values), query].filter((one) => one !== undefined).join('?');
  const what = 'a request to read a record below another one than that below which it was created';
  return [{ clause: clauseId(reader.id, 'other-parent'), what, request: { ...request, target } }];
}

export default experiments('read', {
  'read-created': (operation, contract) => ({
    shows: 'a record that was created, or else listed, is read, and reads to be rejected',
    run: async (all) => {
      let known: HttpRequest | undefined;
      await onNewRecords(all, operation, async (context, isRepeated) => {
        const creator = creatorOf(contract, operation)?.id;
        if (creator === undefined) return readListed(context, operation);
        const { inTurn, control, repeat } = creationsOf(context, creator);
        const { optionalFields } = creationProfile(contract, creator);
        const create = (fields: readonly string[]) =>
          inTurn(() => (isRepeated ? repeat : control)(leastWith(context, creator, fields)));
        const full = await create(optionalFields);
        const before = full && wasAccepted(full) ? full : await create([]);
        const made = before && createdIn(contract, before);
        if (!made) return readListed(context, operation);
        // There is none if a reading needs another value than the id, and no value is known.
        const read = readingOfRecord(context, operation, { ...made, exchange: before });
        if (!read) return;
        // What was created may take some time to show (READINGS V1).
        const settled = await readUntil(context, read, ([one]) => one !== undefined && wasAccepted(one));
        const [[first], [exchange]] = [settled.first, settled.after];
        if (!first || !exchange) return;
        const isLate = settled.waited > (context.target.settles ?? 0) && wasAccepted(exchange);
        context.report({
          operation,
          clause: clauseId(operation, 'as-created'),
          what: 'a request to read what was created',
          expects: 'acceptance',
          exchange,
          before,
          after: before,
          failedOnce: isLate ? first : undefined,
        });
        const report = reporterOf(context, operation);
        const again = await read(false);
        await report('same-again', 'a second reading', exchange, async () => again, exchange);
        const { request } = first;
        const reader = operationIn(contract, operation);
        const tag = tagOf(exchange);
        for (const [rule, sent] of [
          ['if-none-match-current', tag],
          ['if-none-match-other', inventedTag],
        ] as const) {
          if (tag === undefined || sent === undefined || !isReadConditionally(reader)) continue;
          const headers = sendingHeader('if-none-match', sent)(request.headers);
          const readIf = async () => [await context.exchange({ ...request, headers })];
          const isRight = ([write]: readonly RunExchange[]): boolean =>
            write !== undefined &&
            lifeRelations[rule]({ contract, operation: reader, write, after: [] })?.length === 0;
          const {
            first: [once],
            after: [conditional],
          } = await readUntil(context, readIf, isRight);
          if (!conditional) continue;
          context.report({
            operation,
            clause: clauseId(operation, rule),
            what: `a reading with If-None-Match: ${sent}`,
            expects: 'acceptance',
            exchange: conditional,
            readings: { before: exchange, after: [] },
            failedOnce: once === conditional ? undefined : once,
          });
        }
        const withId = (rule: ClauseName, id: string, what: string): ReadTrial => ({
          clause: clauseId(operation, rule),
          what: `a request to read ${what}`,
          request: {
            ...request,
            target: request.target.replace(
              /[^/?]+(\/?)(\?.*)?$/,
              (_, slash, query = '') => id + slash + query,
            ),
          },
        });
        const trials = [
          withId('unknown-id', unknownId(idSchemaOf(reader)), 'an unknown id'),
          ...(await belowAnother(context, reader, request)),
          ...oddIds(reader, made.id).map((id) => ({
            ...withId('id-form', id, `the id "${id}"`),
            // To some servers, that is another path (READINGS P1).
            showsAcceptance: true,
          })),
          ...readsToReject(context, operation, request),
        ];
        const meant = trials.filter(({ clause }) => contract.clauses.has(clause));
        const exchanges = await attemptReads(context, request, meant);
        for (const [index, { clause, what }] of meant.entries()) {
          const sent = exchanges[index];
          if (sent && unknownIds.includes(clause.slice(operation.length + 1)))
            await report('unknown-id-not-crash', what, sent, async () => []);
        }
        known = request;
      });
      // What other operations do is known later, so that it is not told again on new records.
      if (known) await tryInvented(all, operation, known);
    },
  }),
});
