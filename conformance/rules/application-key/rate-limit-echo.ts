import { at, withAt, withoutAt } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { specimen } from '../../creation/specimen.ts';
import { accepted } from '../../engine/acceptance.ts';
import { jsonOf, printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const member = ['data', 'reserved_rate_limit'];

export default rule({
  clause: 'key-rate-limit-echo',
  title: 'a rate limit that was sent comes back',
  needs: [
    'application-key/accepts-rate-limit',
    ...readable('application-key'),
    'application-key/response.data.reserved_rate_limit/type',
  ],
  evidence: 'content',
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key', ['reserved_rate_limit']);
    const answer = await accepted(probe, 'application-key', body);
    const json = probe.given(jsonOf(answer.reply), 'the reply is not a JSON object');
    const sent = at(body, ...member);
    const shown = at(json, ...member);
    probe.must(shown === sent, `data.reserved_rate_limit is ${printValue(sent)}`, printValue(shown), answer);
  },
  mutants: [
    {
      name: 'the rate limit is not shown',
      wire: changeReply('application-key', (json) => withoutAt(json, member)),
    },
    {
      name: 'the rate limit shown is the usual one, whatever was asked for',
      wire: changeReply('application-key', (json) => withAt(json, member, 60)),
    },
    {
      name: 'the rate limit comes back by the minute',
      wire: changeReply('application-key', (json, call) => {
        const sent = at(jsonOfCall(call), ...member);
        return typeof sent === 'number' ? withAt(json, member, sent * 60) : undefined;
      }),
    },
  ],
});
