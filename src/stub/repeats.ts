// What a stub does with what was sent before: a value that another record has, and a whole request.

import { hash } from 'node:crypto';
import { isDistinct, promisesOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Handler, Setup } from './operation.ts';
import { choiceReason, isRejection, type Rejection, reject, type Success } from './responses.ts';
import { rejectionStatus } from './statuses.ts';

/** The rejection of a request with a value that another record has, of a field that `x-distinct` states. */
export function checkDistinct(
  { contract }: Setup,
  operation: Operation,
  takenIn: (names: readonly string[]) => string | undefined,
): Rejection | undefined {
  const names = promisesOf(contract, operation.id)
    .filter(isDistinct)
    .map(({ path }) => String(path.at(-1)));
  const taken = names.length === 0 ? undefined : takenIn(names);
  return taken === undefined
    ? undefined
    : reject(rejectionStatus(contract, operation, 409), [{ detail: `another record has this ${taken}` }]);
}

/** Beyond these bounds the oldest response is forgotten, and its request counts as new. */
const mostKept = 10_000;
const mostBytes = 16 * 1024 * 1024;

/** Applies the choice on identical requests, as long as the first record is as its creation showed it. */
export function applyRepeatChoice(
  { contract, choices, memory }: Setup,
  operation: Operation,
  handle: Handler,
  isStillShown: (created: Success) => boolean,
): Handler {
  const choice = choices['identical-requests'];
  if (choice === 'created') return handle;
  const creations = memory.kept('creations', createKeptCreations);
  const reason = choiceReason('identical-requests', operation.id);
  const rejecting = rejectionStatus(contract, operation, 409);
  return (incoming) => {
    const key = `${operation.id} ${hash('sha256', incoming.body, 'base64')}`;
    const known = creations.get(key);
    if (known && isStillShown(known))
      return choice === 'shown-again'
        ? known
        : reject(rejecting, [{ detail: 'the request was sent before', reason }]);
    const outcome = handle(incoming);
    if (isRejection(outcome)) return outcome;
    creations.add(key, outcome);
    return outcome;
  };
}

function createKeptCreations() {
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
