import { at, isObject, withAt } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { isVouched } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { withoutReference } from '../../creation/subscriptions.ts';
import { mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { refuseWhere } from '../../mutants/request.ts';

const type = ['data', 'payment_authority', 'type'];

/**
 * The rule on the list of gateways tries each of them with a reference. Here none is sent: what a gateway takes must
 * not hang on it.
 */
export default rule({
  clause: 'subscription-request-payment-type-each',
  title: 'every allowed gateway is accepted',
  needs: [
    'subscription/payment_authority.type/enum',
    'subscription/request-external-ref-optional',
    ...readable('subscription'),
  ],
  check: async (probe) => {
    const list = probe.contract.constraints.find(
      ({ id }) => id === 'subscription/payment_authority.type/enum',
    );
    for (const gateway of Array.isArray(list?.value) ? list.value : []) {
      const body = withAt(withoutReference(probe), type, gateway);
      const answer = await submit(probe, 'subscription', body);
      mustAccept(probe, answer, `a request with the gateway ${gateway}`, isVouched(probe.target, type));
    }
  },
  mutants: [
    {
      name: 'the second gateway wants an external reference',
      wire: refuseWhere('subscription', (json) => {
        const data = at(json, 'data');
        return (
          isObject(data) && data.external_ref === undefined && at(json, ...type) !== 'payments_gateway_a'
        );
      }),
    },
  ],
});
