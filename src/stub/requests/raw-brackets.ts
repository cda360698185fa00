import type { Choices } from '../choices/choices.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Rejection, reject } from '../replies/rejection.ts';

/** Reads brackets that are in a raw query as they are, overlooks parameters named with them or rejects the query. */
export function mindBrackets(search: string, choices: Choices): { readonly search: string } | Rejection {
  const choice = choices['raw-brackets'];
  if (choice === 'same' || !/[[\]]/.test(search)) return { search };
  if (choice === 'rejected')
    return reject(400, [
      {
        detail: 'the query contains brackets that are not percent-encoded',
        reason: choiceReason('raw-brackets'),
      },
    ]);
  const kept = search.split('&').filter((pair) => !/^[^=]*[[\]]/.test(pair));
  return { search: kept.join('&') };
}
