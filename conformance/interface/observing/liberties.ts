import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { type Edit, joined } from '../creations/creations.ts';
import { specimen } from '../creations/specimen.ts';
import { edited } from './edited.ts';

/** Something that a request may hold as far as the document says, and that a server may refuse. */
export type Liberty =
  | 'an unknown member'
  | 'spaces around a text'
  | 'a very large limit'
  | 'another currency';

/** Currencies that many shops sell in, without the one that requests have anyway. */
export function otherCurrencies(look: Look): string[] {
  const own = at(specimen(look, 'subscription'), 'data', 'currency');
  return ['USD', 'EUR', 'JPY'].filter((one) => one !== own).slice(0, 2);
}

/** The member of a request that a client may fill as it likes. */
export const freeText = { 'application-key': 'name', subscription: 'external_ref' } as const;

function libertiesOf(look: Look, operation: WritingOperation): Partial<Record<Liberty, Edit>> {
  const put = (member: string, value: Json): Edit => ({
    edit: (control) => withAt(control, ['data', member], value),
  });
  const text = freeText[operation];
  const spaced: Edit = {
    edit: (control) => withAt(control, ['data', text], `  ${at(control, 'data', text)} `),
  };
  const common = { 'an unknown member': put('assay_unknown', 'assay'), 'spaces around a text': spaced };
  return operation === 'application-key'
    ? { ...common, 'a very large limit': put('reserved_rate_limit', Number.MAX_SAFE_INTEGER) }
    : { ...common, 'another currency': put('currency', otherCurrencies(look)[0] ?? '') };
}

/** What a request that takes a liberty is answered: one that takes all of them at once, where it is accepted. */
export async function withLiberty(
  look: Look,
  operation: WritingOperation,
  liberty: Liberty,
): Promise<Answered> {
  const liberties = libertiesOf(look, operation);
  const together = await look.shared(`liberties ${operation}`, () =>
    edited(look, operation, joined(Object.values(liberties))),
  );
  look.show(together);
  return isAccepted(together) ? together : edited(look, operation, liberties[liberty] ?? {});
}
