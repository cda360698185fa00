import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { commonHeaders, creation } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-scheme-case',
  asks: 'may the scheme be spelt "bearer"?',
  look: async (look) => {
    look.occasion(look.target.token, 'no token is known', 'token: …');
    const control = specimen(look.contract, look.target, 'application-key');
    await accepted(look, 'application-key', control);
    const body = withAt(control, ['data', 'name'], `assay ${nonce} scheme`);
    const headers = commonHeaders(look.target).filter(([name]) => name.toLowerCase() !== 'authorization');
    const spelt = ['authorization', `bearer ${look.target.token}`] as const;
    return outcomeOf(
      await look.send(creation(look, 'application-key', withNonce(body, look.nonce), [spelt, ...headers])),
    );
  },
});
