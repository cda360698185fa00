import { at, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { isAccepted } from '../../engine/acceptance.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { textOf } from '../../engine/nonce.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'external_ref'];

export default rule({
  clause: 'subscription-external-ref-echo',
  title: 'an external reference that is shown is the one sent',
  needs: [
    'subscription/response.data.attributes.external_ref/type',
    'subscription/response.data.attributes.external_ref/maxLength',
  ],
  evidence: 'content',
  check: async (probe) => {
    const bound = probe.contract.constraints.find(({ id }) => id === 'subscription/external_ref/maxLength');
    const plain = specimen(probe.contract, probe.target, 'subscription');
    const long = withAt(plain, ['data', 'external_ref'], textOf(Number(bound?.value ?? 2048)));
    const longest = await submit(probe, 'subscription', long);
    const all = bodies([
      ...(await replies(probe, 'subscription')),
      ...(isAccepted(longest) ? [longest] : []),
    ]);
    const shown = all.filter(({ json }) => typeof at(json, ...shownAt) === 'string');
    probe.occasion(shown.length > 0, 'no subscription shows an external reference');
    for (const { answer, json } of shown) {
      const value = at(json, ...shownAt);
      const sent = at(jsonOfCall(answer.call), 'data', 'external_ref');
      probe.must(value === sent, `${shownAt.join('.')} is ${printValue(sent)}`, printValue(value), answer);
    }
  },
  mutants: [
    {
      name: 'external references are written as UTF-8 and read as Latin-1',
      wire: rewritten((text) => Buffer.from(text, 'utf8').toString('latin1')),
    },
    { name: 'external references come back in lower case', wire: rewritten((text) => text.toLowerCase()) },
    {
      name: 'external references are cut after 255 characters',
      wire: rewritten((text) => text.slice(0, 255)),
    },
    { name: 'external references come back percent-decoded', wire: rewritten(decodeURIComponent) },
  ],
});

function rewritten(rewrite: (text: string) => string) {
  return changeReply('subscription', (json) => {
    const shown = at(json, ...shownAt);
    return typeof shown === 'string' ? withAt(json, shownAt, rewrite(shown)) : undefined;
  });
}
