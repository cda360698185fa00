import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { creation } from '../../creation/submit.ts';
import { accepted } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'key-request-content-type',
  asks: 'is a JSON body taken whose type is not named, or named wrong?',
  look: async (look) => {
    const control = specimen(look.contract, look.target, 'application-key');
    await accepted(look, 'application-key', control);
    const sent = async (type: string | undefined): Promise<string> => {
      const body = withAt(control, ['data', 'name'], `assay ${nonce} ${type ?? 'untyped'}`);
      const call = creation(look, 'application-key', withNonce(body, look.nonce));
      const untyped = call.headers.filter(([name]) => name !== 'content-type');
      const headers = type === undefined ? untyped : [...untyped, ['content-type', type] as const];
      return outcomeOf(await look.send({ ...call, headers }));
    };
    return `no type ${await sent(undefined)}, text/plain ${await sent('text/plain')}`;
  },
});
