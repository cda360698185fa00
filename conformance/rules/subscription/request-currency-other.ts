import { at } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { inOtherCurrency } from '../../creation/variety.ts';
import { mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-currency-other',
  title: 'another currency in use is accepted',
  needs: [
    'subscription/accepted',
    'subscription/request-currency-own',
    'subscription/request-payment-authority-optional',
    ...readable('subscription'),
  ],
  check: async (probe) => {
    const body = inOtherCurrency(probe);
    const answer = await submit(probe, 'subscription', body);
    const what = `a request in ${at(body, 'data', 'currency')}`;
    mustAccept(probe, answer, what, idsAreVouched(probe.target));
  },
  mutants: [
    {
      name: "only the operator's currency is taken",
      wireFor: ({ subscription }) =>
        refuseWhere('subscription', (json) => {
          const currency = at(json, 'data', 'currency');
          return currency !== undefined && currency !== subscription.currency;
        }),
    },
    {
      name: 'a rate of exchange crashes the server',
      wireFor: ({ subscription }) =>
        changeStatus('subscription', (status, call) =>
          status <= 299 && at(jsonOfCall(call), 'data', 'currency') !== subscription.currency ? 500 : status,
        ),
    },
  ],
});
