import { header } from '../../../src/wire/exchange.ts';
import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { commonHeaders, creation } from '../../creation/submit.ts';
import { accepted, refusalOf } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { rule } from '../../engine/rule.ts';
import { overlook, withHeader } from '../../mutants/request.ts';

export default rule({
  clause: 'key-other-scheme-refused',
  title: 'a key request with another scheme than Bearer is refused',
  needs: ['application-key/authorization'],
  check: async (probe) => {
    const { target } = probe;
    const body = specimen(probe.contract, target, 'application-key');
    const control = await accepted(probe, 'application-key', body);
    const others = commonHeaders(target).filter(([name]) => name.toLowerCase() !== 'authorization');
    // The very token: a server that looks at nothing else shows itself.
    const headers = [...others, ['authorization', `Basic ${target.token ?? 'YW55b25lOg=='}`] as const];
    const text = withNonce(withAt(body, ['data', 'name'], `basic ${nonce}`), probe.nonce);
    const answer = await probe.send(creation(probe, 'application-key', text, headers));
    refusalOf(probe, answer, 'a request with the scheme Basic', control);
  },
  mutants: [
    {
      name: 'the scheme is not looked at',
      wire: overlook('application-key', (call) => {
        const given = header(call.headers, 'authorization');
        return given === undefined
          ? call
          : withHeader(call, 'authorization', given.replace(/^\S+/, 'Bearer'));
      }),
    },
  ],
});
