import { at, isObject, withAt, withoutAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { overlookInBody } from '../../mutants/request.ts';

const payment = ['data', 'payment_authority'];

export default rule({
  clause: 'subscription-request-payment-authority-empty',
  title: 'an empty payment authority is refused',
  needs: ['type', 'customer_id', 'card_id', 'name', 'email'].map(
    (member) => `subscription/payment_authority.${member}/required`,
  ),
  check: async (probe) => {
    const control = specimen(probe.contract, probe.target, 'subscription');
    const what = 'a request with an empty payment_authority';
    await mustRefuse(probe, 'subscription', { control, body: withAt(control, payment, {}), what });
  },
  mutants: [
    {
      name: 'an empty payment authority passes for none',
      wire: overlookInBody('subscription', (json) => {
        const given = at(json, ...payment);
        return isObject(given) && Object.keys(given).length === 0 ? withoutAt(json, payment) : undefined;
      }),
    },
  ],
});
