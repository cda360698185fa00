import { at, type Json, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { overlookInBody } from '../../mutants/request.ts';

const members = ['account_id', 'offering_id', 'plan_id', 'currency'];

export default rule({
  clause: 'subscription-request-null-required',
  title: 'null in the place of what is required is refused',
  needs: [
    'subscription/bad-input-not-crash',
    ...['data', ...members].flatMap((member) => [
      `subscription/${member}/required`,
      `subscription/${member}/type`,
    ]),
  ],
  check: async (probe) => {
    const control = specimen(probe.contract, probe.target, 'subscription');
    for (const path of [['data'], ...members.map((member) => ['data', member])]) {
      const what = `a request with ${path.join('.')} null`;
      await mustRefuse(probe, 'subscription', { control, body: withAt(control, path, null), what });
    }
  },
  mutants: [
    { name: 'null passes for an account', wire: taken('account_id', '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41') },
    { name: 'null passes for a plan', wire: taken('plan_id', '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41') },
    { name: 'null passes for the usual currency', wire: taken('currency', 'USD') },
  ],
});

function taken(member: string, meant: Json) {
  return overlookInBody('subscription', (json) =>
    at(json, 'data', member) === null ? withAt(json, ['data', member], meant) : undefined,
  );
}
