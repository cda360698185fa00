// Requests to read a created record.

import { creatorOf } from '../../src/contract/operations.ts';
import { credentialEdits } from '../access/edits.ts';
import { readingRequest } from '../core/calls.ts';
import { experiments } from '../core/context.ts';
import { attemptReads } from '../core/read-attempts.ts';
import { wasAccepted } from '../core/status.ts';
import { createdId, creationsOf, leastWith } from '../create/attempts.ts';
import { creationProfile } from '../create/valid-body.ts';

const unknownId = 'a55a4000-0000-4000-8000-0000000000d1';

export default experiments('read', {
  /** Reads a created record, and sends reads to be rejected beside it. */
  'read-created': (operation, contract) => ({
    run: async (context) => {
      const creator = creatorOf(contract, operation)?.id ?? '';
      const { inTurn, control } = creationsOf(context, creator);
      const { optionalFields } = creationProfile(contract, creator);
      const full = await inTurn(() => control(leastWith(context, creator, optionalFields)));
      const before =
        full && wasAccepted(full) ? full : await inTurn(() => control(leastWith(context, creator)));
      const id = before && createdId(contract, creator, before);
      if (!before || id === undefined) return;
      const request = readingRequest(context, operation, id);
      const exchange = await context.exchange(request);
      const clause = `${operation}/as-created`;
      const what = 'a request to read what was created';
      context.report({ operation, clause, what, expects: 'acceptance', exchange, before, after: before });
      const trials = [
        {
          rule: 'unknown-id',
          what: 'a request to read an unknown id',
          request: readingRequest(context, operation, unknownId),
        },
        {
          rule: 'path-uuid',
          what: 'a request to read an id that is not a UUID',
          request: readingRequest(context, operation, 'not-a-uuid'),
        },
        ...credentialEdits(contract, operation).map(({ rule, words, edit }) => ({
          rule,
          what: `a request to read ${words}`,
          request: edit(request),
          redirectRejects: true,
        })),
      ];
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
