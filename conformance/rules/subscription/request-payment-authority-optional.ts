import { at, isObject } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched, specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { accepted, isAccepted, mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-payment-authority-optional',
  title: 'a request without a payment authority is accepted',
  needs: ['subscription/accepted', ...readable('subscription')],
  check: async (probe) => {
    const { contract, target } = probe;
    const answer = await submit(probe, 'subscription', specimen(contract, target, 'subscription'));
    const full = specimen(contract, target, 'subscription', ['payment_authority']);
    if (!isAccepted(answer)) await accepted(probe, 'subscription', full);
    mustAccept(probe, answer, 'a request without payment_authority', idsAreVouched(target));
  },
  mutants: [
    {
      name: 'a payment authority is asked for',
      wire: refuseWhere('subscription', isUnpaid),
    },
    {
      name: 'a missing payment authority crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && isUnpaid(jsonOfCall(call)) ? 500 : status,
      ),
    },
  ],
});

function isUnpaid(json: unknown): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.payment_authority === undefined;
}
