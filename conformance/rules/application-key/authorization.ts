import { withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { commonHeaders, creation } from '../../creation/submit.ts';
import { accepted, refusalOf } from '../../engine/acceptance.ts';
import { nonce, withNonce } from '../../engine/nonce.ts';
import { rule } from '../../engine/rule.ts';
import { overlook, withHeader } from '../../mutants/request.ts';

export default rule({
  clause: 'key-needs-authorization',
  title: 'a key request without Authorization is refused',
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key');
    const control = await accepted(probe, 'application-key', body);
    const headers = commonHeaders(probe.target).filter(([name]) => name.toLowerCase() !== 'authorization');
    // A name of its own, so that the refusal of a repeated name does not pass for that of a stranger.
    const text = withNonce(withAt(body, ['data', 'name'], `stranger ${nonce}`), probe.nonce);
    const answer = await probe.send(creation(probe, 'application-key', text, headers));
    refusalOf(probe, answer, 'a request without Authorization', control);
  },
  mutants: [
    {
      name: 'keys need no authorization',
      wire: overlook('application-key', (call) =>
        call.headers.some(([name]) => name.toLowerCase() === 'authorization')
          ? call
          : withHeader(call, 'authorization', 'Bearer anyone'),
      ),
    },
  ],
});
