import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Header } from '../../src/http/exchange.ts';
import { at, withoutAt } from '../../src/json/json.ts';
import type { Answered } from '../core/evidence.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  observation,
  observationsOfEach,
} from '../core/observation.ts';
import { named, outcomeAs } from '../core/observed.ts';
import { isAccepted, isRejected, wasAccepted } from '../core/status.ts';
import { bodyForm } from '../core/observing.ts';
import {
  identicalRequest,
  surroundingSpaces,
  type Try,
  tried,
  tryEdit,
  whetherAccepted,
  withNonDefault,
} from './observing.ts';

export default observationsOfEach((operation, contract) => [
  observation('content-type-required', {
    gather: async (context) => {
      const untyped = await tryEdit(context, typed('no type'));
      if (untyped?.exchange && wasAccepted(untyped.exchange))
        await tryEdit(context, typed('another type', ['content-type', 'text/plain']));
    },
    read: (seen) => {
      const untyped = tried(seen, 'no type').answer;
      if (!isAccepted(untyped)) return outcomeAs(untyped, 'never', 'always');
      return outcomeAs(tried(seen, 'another type').answer, 'never', 'if-named');
    },
  }),
  observation(
    'trailing-text',
    whetherAccepted({ text: (written) => `${written} and more` }, 'ignored', 'rejected'),
  ),
  observation('unknown-members', withNonDefault('ignored', 'rejected')),
  observation('surrounding-spaces', surroundingSpaces),
  observation('identical-requests', identicalRequest),
  observation(
    'refusal-status',
    rejectedWithout(lastRequired(operation, contract), ({ reply }) => named('refusal-status', reply.status)),
  ),
  observation(
    'error-body',
    rejectedWithout(lastRequired(operation, contract), ({ reply }) => bodyForm(reply)),
  ),
]);

/** The last member that `data` of a request has to have. */
function lastRequired(operation: OperationId, { operations }: Contract): string {
  const required = at(operations[operation].request, 'properties', 'data', 'required');
  return String(Array.isArray(required) ? required.at(-1) : undefined);
}

const typed = (what: string, ...types: readonly Header[]): Try => ({
  what,
  headers: (sent) => [...sent.filter(([name]) => name.toLowerCase() !== 'content-type'), ...types],
});

/** How an observation reads what is returned to a request without a required field of its `data`, sent once in a run. */
function rejectedWithout<T>(member: string, read: (rejection: Answered) => T) {
  const choice = 'refusal-status';
  return {
    gather: (context: ChoiceContext) =>
      context.shared(`rejected ${context.operation}`, () =>
        tryEdit(context, { choice, edit: (control) => withoutAt(control, ['data', member]) }),
      ),
    read: (seen: ChoiceEvidence): T => {
      const [{ answer }] = seen.trials(choice);
      const why = `a request without ${member} returned ${answer.reply.status}`;
      return read(seen.assume(isRejected(answer) && answer, why));
    },
  };
}
