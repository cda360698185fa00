import { at } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched, specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { inOtherCurrency } from '../../creation/variety.ts';
import { accepted, isAccepted, mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { refuseWhere } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-currency-own',
  title: "the operator's currency is accepted",
  needs: ['subscription/accepted', ...readable('subscription')],
  check: async (probe) => {
    const { contract, target } = probe;
    const answer = await submit(probe, 'subscription', specimen(contract, target, 'subscription'));
    if (!isAccepted(answer)) await accepted(probe, 'subscription', inOtherCurrency(probe));
    const what = `a request in ${target.subscription.currency}`;
    mustAccept(probe, answer, what, idsAreVouched(target));
  },
  mutants: [
    {
      name: "every currency is taken but the operator's",
      wireFor: ({ subscription }) =>
        refuseWhere('subscription', (json) => at(json, 'data', 'currency') === subscription.currency),
    },
  ],
});
