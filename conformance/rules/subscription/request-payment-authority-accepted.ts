import { at, type Json, withAt } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched, specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { isAccepted, mustAccept } from '../../engine/acceptance.ts';
import type { Answer, Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

const type = ['data', 'payment_authority', 'type'];

export default rule({
  clause: 'subscription-request-payment-authority-accepted',
  title: 'a complete payment authority is accepted',
  needs: ['subscription/accepted', 'subscription/request-currency-own', ...readable('subscription')],
  check: async (probe) => {
    const { contract, target } = probe;
    const full = specimen(contract, target, 'subscription', ['payment_authority']);
    const gateways = contract.constraints.find(
      ({ id }) => id === 'subscription/payment_authority.type/enum',
    )?.value;
    // One gateway that is taken is enough here: the rule on the list asks for every one.
    const others = (Array.isArray(gateways) ? gateways : []).map((gateway) => withAt(full, type, gateway));
    const answer = await firstAccepted(probe, [full, ...others]);
    const vouched = idsAreVouched(target) && target.subscription.payment !== undefined;
    mustAccept(probe, answer, 'a request with a complete payment_authority', vouched);
  },
  mutants: [
    {
      name: 'a payment authority is never taken',
      wire: refuseWhere('subscription', (json) => at(json, 'data', 'payment_authority') !== undefined),
    },
    {
      name: 'a complete payment authority crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && at(jsonOfCall(call), 'data', 'payment_authority') !== undefined ? 500 : status,
      ),
    },
  ],
});

/** The answer to the first body that is accepted; to the first of all, where none is. */
async function firstAccepted(probe: Probe, [first, ...others]: readonly [Json, ...Json[]]): Promise<Answer> {
  const answer = await submit(probe, 'subscription', first);
  if (isAccepted(answer)) return answer;
  for (const body of others) {
    const other = await submit(probe, 'subscription', body);
    if (isAccepted(other)) return other;
  }
  return answer;
}
