import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { creation } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-filter',
  asks: 'what becomes of a subscription request with a filter?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription');
    await accepted(look, 'subscription', control);
    const body = withAt(control, ['data', 'external_ref'], `assay ${nonce} filter`);
    const call = creation(look, 'subscription', withNonce(body, look.nonce));
    const filter = encodeURIComponent('eq(name,assay)');
    return outcomeOf(await look.send({ ...call, target: `${call.target}?filter=${filter}` }));
  },
});
