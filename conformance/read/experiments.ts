// Requests to read a created record.

import { isReadConditionally } from '../../src/contract/conditions.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { creatorOf, operationIn } from '../../src/contract/operations.ts';
import { idSchemaOf } from '../../src/contract/record.ts';
import { at } from '../../src/json/json.ts';
import { editsToReject } from '../access/edits.ts';
import { experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import { attemptReads } from '../core/read-attempts.ts';
import { hasKnownParameters, requestAt } from '../core/requests.ts';
import { wasAccepted } from '../core/status.ts';
import { creationsOf, leastWith, sendingHeader } from '../create/attempts.ts';
import { creationProfile } from '../create/valid-body.ts';
import { inventedTag, tagIn } from '../life/conditions.ts';
import { readUntil } from '../life/readings.ts';

const unknownId = 'a55a4000-0000-4000-8000-0000000000d1';

/** An id that no record has, of the form that ids have. */
const unknownIdOf = (contract: Contract, operation: string): string =>
  ['integer', 'number'].includes(String(at(idSchemaOf(operationIn(contract, operation)), 'type')))
    ? '2147480017'
    : unknownId;

export default experiments('read', {
  /** Reads a created record, and sends reads to be rejected beside it. */
  'read-created': (operation, contract) => ({
    run: async (context) => {
      // Without a creation, no id is known.
      const creator = creatorOf(contract, operation)?.id;
      if (creator === undefined) return;
      const { inTurn, control } = creationsOf(context, creator);
      const { optionalFields } = creationProfile(contract, creator);
      const full = await inTurn(() => control(leastWith(context, creator, optionalFields)));
      const before =
        full && wasAccepted(full) ? full : await inTurn(() => control(leastWith(context, creator)));
      const reader = operationIn(contract, operation);
      // What a reading must have beside the id is known to nobody.
      if (!hasKnownParameters(context.target, reader, operationIn(contract, creator))) return;
      const path = before && createdIn(contract, before)?.pathFor(reader);
      if (!before || path === undefined) return;
      const request = requestAt(context, operation, path);
      const besideIt = (id: string) =>
        requestAt(
          context,
          operation,
          path.replace(/[^/]+(\/?)$/, (_, slash: string) => id + slash),
        );
      const read = async () => [await context.exchange(request)] as const;
      // What was created may take some time to show (READINGS V1).
      const {
        first: [first],
        after: [exchange = first],
        waited,
      } = await readUntil(context, read, ([one]) => one !== undefined && wasAccepted(one));
      if (!exchange) return;
      const isLate = waited > (context.target.settles ?? 0);
      const clause = `${operation}/as-created`;
      const what = 'a request to read what was created';
      context.report({
        operation,
        clause,
        what,
        expects: 'acceptance',
        exchange,
        before,
        after: before,
        ...(isLate && first && wasAccepted(exchange) ? { failedOnce: first } : {}),
      });
      const trials = [
        {
          rule: 'unknown-id',
          what: 'a request to read an unknown id',
          request: besideIt(unknownIdOf(contract, operation)),
        },
        {
          rule: 'path-uuid',
          what: 'a request to read an id that is not a UUID',
          request: besideIt('not-a-uuid'),
        },
        ...editsToReject(contract, operation).map(({ rule, words, edit, redirectRejects }) => ({
          rule,
          what: `a request to read ${words}`,
          request: edit(request),
          ...(redirectRejects ? { redirectRejects } : {}),
        })),
      ];
      const again = await context.exchange(request);
      context.report({
        operation,
        clause: `${operation}/same-again`,
        what: 'the same request to read, sent twice',
        expects: 'acceptance',
        exchange: again,
        readings: { before: exchange, after: [again] },
      });
      const tag = tagIn(exchange);
      for (const [rule, sent] of [
        ['if-none-match-current', tag],
        ['if-none-match-other', inventedTag],
      ] as const) {
        if (tag === undefined || sent === undefined || !isReadConditionally(reader)) continue;
        const about = { what: `a reading with If-None-Match: ${sent}`, expects: 'acceptance' } as const;
        const conditional = await context.exchange({
          ...request,
          headers: sendingHeader('if-none-match', sent)(request.headers),
        });
        context.report({
          operation,
          clause: `${operation}/${rule}`,
          ...about,
          exchange: conditional,
          readings: { before: exchange, after: [] },
        });
      }
      await attemptReads(
        context,
        request,
        trials
          .map(({ rule, ...trial }) => ({ ...trial, clause: `${operation}/${rule}` }))
          .filter((trial) => context.contract.clauses.has(trial.clause)),
      );
    },
  }),
});
