import { hash } from 'node:crypto';
import type { OperationId } from '../../contract/contract.ts';
import { choiceReason } from '../replies/reason.ts';
import { isRejection, reject } from '../replies/rejection.ts';
import type { Success } from '../replies/write-reply.ts';
import type { Handler, Setup } from './handler.ts';

/** How many responses are kept, and how many bytes of them; beyond that the oldest is forgotten, and its request passes for new. */
const mostKept = 10_000;
const mostBytes = 16 * 1024 * 1024;

/** Creates something again, shows it again or rejects where a request repeats an earlier one to the letter, as the choice is. */
export function mindRepeats({ choices, memory }: Setup, operation: OperationId, handle: Handler): Handler {
  const choice = choices['identical-requests'];
  if (choice === 'created') return handle;
  const creations = memory.kept('creations', createCreations);
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
    creations.add(key, outcome);
    return outcome;
  };
}

/** Creates an empty memory of responses to requests. A client may have had a megabyte repeated in each. */
function createCreations() {
  const kept = new Map<string, Success>();
  let bytes = 0;
  return {
    get: (key: string): Success | undefined => kept.get(key),
    add: (key: string, created: Success): void => {
      kept.set(key, created);
      bytes += created.body.byteLength;
      for (const [oldest, { body }] of kept) {
        if (kept.size <= mostKept && bytes <= mostBytes) break;
        kept.delete(oldest);
        bytes -= body.byteLength;
      }
    },
    clear: (): void => {
      kept.clear();
      bytes = 0;
    },
  };
}
