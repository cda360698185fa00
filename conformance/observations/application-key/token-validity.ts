import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { commonHeaders, creation } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-token-validity',
  asks: 'what becomes of a made-up bearer token?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'application-key');
    await accepted(look, 'application-key', control);
    const body = withAt(control, ['data', 'name'], `assay ${nonce} token`);
    const headers = commonHeaders(look.target).filter(([name]) => name.toLowerCase() !== 'authorization');
    const madeUp = ['authorization', 'Bearer assay-made-this-up'] as const;
    return outcomeOf(
      await look.send(creation(look, 'application-key', withNonce(body, look.nonce), [madeUp, ...headers])),
    );
  },
});
