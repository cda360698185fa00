// What deletions return, which contracts leave open.

import { operationIn } from '../../src/contract/operations.ts';
import {
  type ChoiceContext,
  choiceRuleId,
  namedOption,
  observation,
  observations,
  tried,
} from '../core/observation.ts';
import { requestAt } from '../core/requests.ts';
import { wasAccepted } from '../core/status.ts';
import { makeRecord } from '../create/creations.ts';
import { inTurn } from '../life/on-new-records.ts';

/** Deletes a record that it creates twice, once in a run. */
const deleteTwice = (context: ChoiceContext): Promise<void> =>
  context.shared(`deleted twice ${context.operation}`, () =>
    inTurn(context, context.operation, async () => {
      const { operation } = context;
      const made = await makeRecord(context, operation);
      const path = made?.pathFor(operationIn(context.contract, operation));
      if (path === undefined) return;
      for (const choice of ['deletion-status', 'second-deletion']) {
        // An id that is counted is not given again while a later record is there.
        if (choice === 'second-deletion') await makeRecord(context, operation);
        const exchange = await context.exchange(requestAt(context, operation, path));
        context.report({ operation, clause: choiceRuleId(choice), what: '', expects: 'either', exchange });
        if (!wasAccepted(exchange)) return;
      }
    }),
  );

export default observations('delete', [
  observation('deletion-status', {
    gather: deleteTwice,
    read: (seen) => {
      const { exchange } = tried(seen);
      seen.assume(wasAccepted(exchange), `a deletion returned ${exchange.response.status}`);
      return namedOption(seen, 'deletion-status', exchange.response.status);
    },
  }),
  observation('second-deletion', {
    gather: deleteTwice,
    read: (seen) => namedOption(seen, 'second-deletion', tried(seen).exchange.response.status),
  }),
]);
