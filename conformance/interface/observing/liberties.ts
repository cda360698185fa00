import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { type Edit, joined } from '../creations/creations.ts';
import { creationProfile, specimen } from '../creations/specimen.ts';
import { edited } from './edited.ts';

/** Something that a request may hold as far as the document says, and that a server may refuse. */
type Liberty = 'an unknown field' | 'spaces around a text' | 'a very large limit' | 'another currency';

function libertiesOf(look: Look, operation: WritingOperation): Readonly<Record<string, Edit>> {
  const { freeText, liberties } = creationProfile(operation);
  const put = (member: string, value: Json): Edit => ({
    edit: (control) => withAt(control, ['data', member], value),
  });
  const spaced: Edit = {
    edit: (control) => withAt(control, ['data', freeText], `  ${at(control, 'data', freeText)} `),
  };
  const own = Object.entries(liberties(specimen(look, operation)));
  return {
    'an unknown field': put('assay_unknown', 'assay'),
    'spaces around a text': spaced,
    ...Object.fromEntries(own.map(([name, [member, value]]) => [name, put(member, value)])),
  };
}

/** What a request that takes a liberty is answered: one that takes all of them at once, where it is accepted. */
export const withLiberty = (look: Look, operation: WritingOperation, liberty: Liberty): Promise<Answered> =>
  withOneOf(look, operation, `liberties ${operation}`, libertiesOf(look, operation), liberty);

/**
 * What a request with one of several edits is answered: one with all of them, which is sent once in a run under `key`,
 * where it is accepted; else one with that edit alone.
 */
export async function withOneOf(
  look: Look,
  operation: WritingOperation,
  key: string,
  edits: Readonly<Record<string, Edit>>,
  name: string,
): Promise<Answered> {
  const together = await look.shared(key, () => edited(look, operation, joined(Object.values(edits))));
  look.show(together);
  if (isAccepted(together)) return together;
  const edit = edits[name];
  if (!edit) throw new Error(`no request can be sent with ${name}`);
  return edited(look, operation, edit);
}
