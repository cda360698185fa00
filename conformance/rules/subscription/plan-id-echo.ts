import { at, withAt } from '../../../src/wire/json.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import type { Probe } from '../../engine/probe.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

const shownAt = ['data', 'attributes', 'plan_id'];

export default rule({
  clause: 'subscription-plan-id-echo',
  title: 'the plan id comes back as sent',
  needs: [
    'subscription/response.data.attributes.plan_id/type',
    'subscription/response.data.attributes.plan_id/format',
  ],
  evidence: 'content',
  check: (probe) => mustEcho(probe, 'plan_id', shownAt),
  mutants: [
    {
      name: 'the plan shown is the offering',
      wire: changeReply('subscription', (json, call) =>
        withAt(json, shownAt, String(at(jsonOfCall(call), 'data', 'offering_id'))),
      ),
    },
    {
      name: 'the last digits of the plan are lost',
      wire: changeReply('subscription', (json) =>
        withAt(json, shownAt, `${String(at(json, ...shownAt)).slice(0, -6)}000000`),
      ),
    },
  ],
});

/** Claims that an id, where it is shown, is the one that was sent; UUIDs know no letter case. */
export async function mustEcho(probe: Probe, member: string, shownAt: readonly string[]): Promise<void> {
  for (const { answer, json } of bodies(await replies(probe, 'subscription'))) {
    const shown = at(json, ...shownAt);
    if (typeof shown !== 'string') continue;
    const sent = String(at(jsonOfCall(answer.call), 'data', member));
    const same = shown.toLowerCase() === sent.toLowerCase();
    probe.must(same, `${shownAt.join('.')} is ${printValue(sent)}`, printValue(shown), answer);
  }
}
