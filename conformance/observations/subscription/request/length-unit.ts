import { at, withAt } from '../../../../src/json/json.ts';
import type { Look } from '../../../core/look.ts';
import { nonce } from '../../../core/nonce.ts';
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
  // The widest characters first: where they fit, nothing is left to try. A rule tells whether the bound is kept.
  if (await isTaken(look, filledWith(astral))) return 'code-points';
  const isWide = await isTaken(look, filledWith(accented));
  return isWide ? 'utf16' : other('in bytes, or such characters are rejected');
});

const isTaken = async (look: Look, text: string): Promise<boolean> =>
  isAccepted(
    await edited(look, 'subscription', {
      edit: (control) => withAt(control, ['data', 'external_ref'], text),
    }),
  );
