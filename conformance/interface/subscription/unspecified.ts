import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { created } from '../observing/created.ts';
import { withOneOf } from '../observing/liberties.ts';

/** Where a subscription shows its status. */
export const statusPath = ['data', 'attributes', 'meta', 'status'];

const longAgo = '2001-02-03T04:05:06Z';

/** The status that `meta` asks for: one that a new subscription does not have. */
export const statusAskedFor = async (look: Look): Promise<string> =>
  at(await created(look, 'subscription'), ...statusPath) === 'inactive' ? 'active' : 'inactive';

/** What a request is answered that holds `meta` or a filter, of which the specification says no more than that they exist. */
export async function withUnspecified(look: Look, part: 'meta' | 'filter'): Promise<Answered> {
  const status = await statusAskedFor(look);
  const meta = { owner: 'store', status, timestamps: { created_at: longAgo, updated_at: longAgo } };
  const edits = {
    meta: { edit: (control: Json) => withAt(control, ['data', 'meta'], meta) },
    filter: { target: (path: string) => `${path}?filter=eq(name,assay)` },
  };
  return withOneOf(look, 'subscription', 'subscription with meta and a filter', edits, part);
}
