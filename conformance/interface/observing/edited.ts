import { type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { type Other, outcomeAs } from '../../core/observed.ts';
import { isRefused } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { creationsOf, type Edit } from '../creations/creations.ts';
import { acceptedControl, answered, leastWith } from './created.ts';

/** What a request is answered that differs in one edit from one that was accepted, with those optional members. */
export function edited(
  look: Look,
  operation: WritingOperation,
  edit: Edit,
  members: readonly string[] = [],
): Promise<Answered> {
  const { inTurn, send } = creationsOf(look, operation);
  const control = leastWith(look, operation, members);
  return inTurn(async () => {
    await acceptedControl(look, operation, control);
    return answered(look, await send(control, edit));
  });
}

/** What becomes of the least request with another value, or one more, at a place of its body. */
export const outcomeWith = async (
  look: Look,
  operation: WritingOperation,
  path: readonly string[],
  value: Json,
): Promise<'accepted' | 'refused' | Other> =>
  outcomeAs(
    await edited(look, operation, { edit: (control) => withAt(control, path, value) }),
    'accepted',
    'refused',
  );

/** Puts other credentials in place of the token. */
export const withCredentials = (credentials: string): Edit => ({
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'authorization'),
    ['authorization', credentials],
  ],
});

/** The refusal of a request without one required member of its `data`, sent once in a run. */
export async function refusedWithout(
  look: Look,
  operation: WritingOperation,
  member: string,
): Promise<Answered> {
  const answer = await look.shared(`rejected ${operation} without ${member}`, () =>
    edited(look, operation, { edit: (control) => withoutAt(control, ['data', member]) }),
  );
  look.show(answer);
  return look.assume(
    isRefused(answer) && answer,
    `a request without ${member} returned ${answer.reply.status}`,
  );
}
