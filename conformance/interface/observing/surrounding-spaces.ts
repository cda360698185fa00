import { at } from '../../../src/json/json.ts';
import type { Look } from '../../core/look.ts';
import { type Observed, other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { creationProfile } from '../creations/specimen.ts';
import { bodyOf } from './created.ts';
import { withLiberty } from './liberties.ts';
import { sentAt } from './repeats.ts';

/** What becomes of spaces around the text that a client may fill as it likes. */
export async function surroundingSpaces(
  look: Look,
  operation: WritingOperation,
): Promise<Observed<'surrounding-spaces'>> {
  const { freeText, freeTextShownAt } = creationProfile(operation);
  const answer = await withLiberty(look, operation, 'spaces around a text');
  if (!isAccepted(answer)) return outcomeAs(answer, 'kept', 'refused');
  const sent = sentAt(answer, ['data', freeText]);
  const shown = at(bodyOf(answer), ...freeTextShownAt);
  if (shown === sent) return 'kept';
  if (shown === sent.trim()) return 'removed';
  look.occasion(typeof shown === 'string', 'it is accepted, but the response does not contain it');
  return other('accepted, and something else is shown');
}
