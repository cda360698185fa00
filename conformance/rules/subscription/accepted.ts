import type { Json } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { idsAreVouched, specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { inOtherCurrency } from '../../creation/variety.ts';
import { isAccepted, mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';

export default rule({
  clause: 'subscription-accepts-plain',
  title: 'a plain subscription request is accepted',
  needs: readable('subscription'),
  check: async (probe) => {
    const { contract, target } = probe;
    const plain = specimen(contract, target, 'subscription');
    const answer = await submit(probe, 'subscription', plain);
    // Where one change makes it acceptable, the rule on that member says more than this one could.
    const changed: [what: string, body: Json][] = [
      ['with a payment authority', specimen(contract, target, 'subscription', ['payment_authority'])],
      ['in another currency', inOtherCurrency(probe)],
    ];
    for (const [what, body] of isAccepted(answer) ? [] : changed) {
      const other = await submit(probe, 'subscription', body);
      probe.given(!isAccepted(other), `it was answered ${answer.reply.status}, but is accepted ${what}`);
    }
    mustAccept(probe, answer, 'a request with all that is required', idsAreVouched(target));
  },
  mutants: [
    {
      name: 'subscriptions are never created',
      wire: changeStatus('subscription', (status) => (status <= 299 ? 422 : status)),
    },
    {
      name: 'every subscription crashes the server',
      wire: changeStatus('subscription', (status) => (status <= 299 ? 500 : status)),
    },
  ],
});
