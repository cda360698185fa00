import { hash } from 'node:crypto';
import type { OperationId } from '../../contract/contract.ts';
import { choiceReason } from '../replies/reason.ts';
import { isRejection, reject } from '../replies/rejection.ts';
import type { Success } from '../replies/write-reply.ts';
import type { Handler, Setup } from './handler.ts';

/** How many responses are kept; beyond that the oldest is forgotten, and its request passes for new. */
const mostKept = 10_000;

/** Creates something again, shows it again or rejects where a request repeats an earlier one to the letter, as the choice is. */
export function mindRepeats({ choices, memory }: Setup, operation: OperationId, handle: Handler): Handler {
  const choice = choices['identical-requests'];
  if (choice === 'created') return handle;
  const creations = memory.kept('creations', () => new Map<string, Success>());
  const reason = choiceReason('identical-requests', operation);
  return (incoming) => {
    const key = `${operation} ${hash('sha256', incoming.body, 'base64')}`;
    const known = creations.get(key);
    if (known)
      return choice === 'shown-again'
        ? known
        : reject(409, [{ detail: 'the request was sent before', reason }]);
    const outcome = handle(incoming);
    if (isRejection(outcome)) return outcome;
    creations.set(key, outcome);
    const [oldest] = creations.keys();
    if (creations.size > mostKept && oldest !== undefined) creations.delete(oldest);
    return outcome;
  };
}
