import { at, withAt } from '../../../../src/json/json.ts';
import type { Look } from '../../../core/look.ts';
import { nonce, textOf } from '../../../core/nonce.ts';
import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { edited } from '../../../interface/observing/edited.ts';

const boundPath = ['properties', 'data', 'properties', 'external_ref', 'maxLength'];
/** One code point and one UTF-16 unit, but two bytes. */
const accented = 'é';
/** One code point, but two UTF-16 units and four bytes. */
const astral = '😀';

export default observation('length-unit', async (look) => {
  const bound = at(look.contract.operations.subscription.request, ...boundPath);
  const most = look.occasion(
    typeof bound === 'number' && bound > 2 * nonce.length && bound,
    'external_ref has no bound to fill',
  );
  const filledWith = (character: string): string => nonce + character.repeat(most - nonce.length);
  // The widest characters first: where they fit, nothing but the bound itself is left to try.
  if (await isTaken(look, filledWith(astral))) {
    look.assume(!(await isTaken(look, textOf(most + 1))), 'the bound on external_ref is not kept');
    return 'code-points';
  }
  const isWide = await isTaken(look, filledWith(accented));
  return isWide ? 'utf16' : other('in bytes, or such characters are rejected');
});

const isTaken = async (look: Look, text: string): Promise<boolean> =>
  isAccepted(
    await edited(look, 'subscription', {
      edit: (control) => withAt(control, ['data', 'external_ref'], text),
    }),
  );
