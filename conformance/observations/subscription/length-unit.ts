import { at, type Json, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted, isAccepted, isRefused } from '../../engine/acceptance.ts';
import { nonce, textOf } from '../../engine/nonce.ts';
import { observation } from '../../engine/rule.ts';

const boundPath = ['properties', 'data', 'properties', 'external_ref', 'maxLength'];
/** One code point and one UTF-16 unit, but two bytes. */
const accented = 'é';
/** One code point, but two UTF-16 units and four bytes. */
const astral = '😀';

export default observation({
  clause: 'subscription-length-unit',
  asks: 'in what are the characters of a bound counted?',
  look: async (look) => {
    const bound = at(look.contract.operations.subscription.request, ...boundPath);
    const most = look.occasion(
      typeof bound === 'number' && bound > 2 * nonce.length && bound,
      'external_ref has no bound to fill',
    );
    const control = specimen(look.contract, look.target, 'subscription');
    const withReference = (text: string): Json => withAt(control, ['data', 'external_ref'], text);
    const takes = async (text: string): Promise<boolean> =>
      isAccepted(await submit(look, 'subscription', withReference(text)));
    await accepted(look, 'subscription', withReference(`${nonce}${accented}${astral}`));
    const beyond = await submit(look, 'subscription', withReference(textOf(most + 1)));
    look.given(isRefused(beyond), 'the bound on external_ref is not kept');
    const filledWith = (character: string): string => nonce + character.repeat(most - nonce.length);
    const byUnits = await takes(filledWith(accented));
    const byCodePoints = await takes(filledWith(astral));
    if (byUnits && byCodePoints) return 'code points';
    if (byUnits) return 'UTF-16 units';
    return byCodePoints ? 'something else' : 'bytes';
  },
});
