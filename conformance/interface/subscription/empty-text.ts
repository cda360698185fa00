import { withAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { type Other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import { profile } from '../../profiles/subscription/profile.ts';
import { edited } from '../observing/edited.ts';

/** The texts of a subscription request that have no lower bound. */
const unbounded: readonly (readonly string[])[] = [
  ['data', 'external_ref'],
  ['data', 'payment_authority', 'customer_id'],
  ['data', 'payment_authority', 'card_id'],
];

/** What becomes of a subscription request where one of them is empty: where all may be, each of them may. */
export async function emptyText(
  look: Look,
  path: readonly string[],
): Promise<'accepted' | 'refused' | Other> {
  const together = await look.shared('empty texts', () => withEmpty(look, unbounded));
  look.show(together);
  return outcomeAs(isAccepted(together) ? together : await withEmpty(look, [path]), 'accepted', 'refused');
}

const withEmpty = (look: Look, paths: readonly (readonly string[])[]): Promise<Answered> =>
  edited(
    look,
    'subscription',
    { edit: (control) => paths.reduce((body, path) => withAt(body, path, ''), control) },
    profile.creation?.optionalMembers,
  );
