import { accepted, refusalOf } from '../../engine/acceptance.ts';
import { withNonce } from '../../engine/nonce.ts';
import { rule } from '../../engine/rule.ts';
import { specimen } from '../../engine/specimen.ts';
import { creation } from '../../engine/submit.ts';
import { jsonOfCall, overlook, takeWhere, textOfBody } from '../../mutants/request.ts';

export default rule({
  clause: 'key-request-body-json',
  title: 'a key request that is not JSON is refused',
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key');
    const control = await accepted(probe, 'application-key', body);
    const cut = withNonce(body, probe.nonce).slice(0, -1);
    const answer = await probe.send(creation(probe, 'application-key', cut));
    refusalOf(probe, answer, 'a request that breaks off before the last brace', control);
  },
  mutants: [
    {
      name: 'a body that cannot be parsed is taken for an empty key',
      wire: takeWhere('application-key', (call) => textOfBody(call) !== '' && jsonOfCall(call) === undefined),
    },
    {
      name: 'missing braces are made good',
      wire: overlook('application-key', (call) =>
        jsonOfCall(call) === undefined ? { ...call, body: Buffer.from(closed(textOfBody(call))) } : call,
      ),
    },
  ],
});

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};
