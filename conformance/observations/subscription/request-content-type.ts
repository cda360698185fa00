import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { creation } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-request-content-type',
  asks: 'is a JSON body taken whose type is not named?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'subscription');
    await accepted(look, 'subscription', control);
    const body = withAt(control, ['data', 'external_ref'], `assay ${nonce} untyped`);
    const call = creation(look, 'subscription', withNonce(body, look.nonce));
    const headers = call.headers.filter(([name]) => name !== 'content-type');
    return outcomeOf(await look.send({ ...call, headers }));
  },
});
