import { at } from '../../../src/json/json.ts';
import type { Look } from '../../core/look.ts';
import { type Observed, other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { bodyOf } from './created.ts';
import { freeText, withLiberty } from './liberties.ts';
import { sentAt } from './repeats.ts';

/** Where the reply shows the text that a client may fill as it likes. */
const shownAt = {
  'application-key': ['data', 'name'],
  subscription: ['data', 'attributes', 'external_ref'],
} as const;

/** What becomes of spaces around that text. */
export async function surroundingSpaces(
  look: Look,
  operation: WritingOperation,
): Promise<Observed<'surrounding-spaces'>> {
  const answer = await withLiberty(look, operation, 'spaces around a text');
  if (!isAccepted(answer)) return outcomeAs(answer, 'kept', 'refused');
  const sent = sentAt(answer, ['data', freeText[operation]]);
  const shown = at(bodyOf(answer), ...shownAt[operation]);
  if (shown === sent) return 'kept';
  if (shown === sent.trim()) return 'removed';
  look.occasion(typeof shown === 'string', 'it is accepted, and the reply does not show it');
  return other('accepted, and something else is shown');
}
