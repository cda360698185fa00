import type { OperationId } from '../../contract/contract.ts';
import { at, type Json, withAt } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';
import { choiceReason } from '../replies/reason.ts';
import type { Problem } from '../replies/rejection.ts';
import { problemAt } from './check-body.ts';

/** Keeps, removes or rejects spaces around the field that a client may fill as it likes, as the choice is. */
export function mindSpaces(
  json: Json,
  operation: OperationId,
  member: string,
  choices: Choices,
): { readonly json: Json; readonly problems: readonly Problem[] } {
  const choice = choices['surrounding-spaces'];
  const text = at(json, 'data', member);
  if (choice === 'kept' || typeof text !== 'string') return { json, problems: [] };
  const bare = text.replace(/^ +| +$/g, '');
  if (bare === text) return { json, problems: [] };
  const reason = choiceReason('surrounding-spaces', operation);
  return choice === 'removed'
    ? { json: withAt(json, ['data', member], bare), problems: [] }
    : { json, problems: [problemAt(`/data/${member}`, 'has spaces around it', reason)] };
}
