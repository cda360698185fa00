import { at, isObject, type Json } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { isVouched } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { withoutReference } from '../../creation/subscriptions.ts';
import { mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

const payment = ['data', 'payment_authority'];

export default rule({
  clause: 'subscription-request-external-ref-optional',
  title: 'a request without an external reference is accepted',
  needs: [
    'subscription/accepted',
    'subscription/request-payment-authority-accepted',
    ...readable('subscription'),
  ],
  check: async (probe) => {
    const answer = await submit(probe, 'subscription', withoutReference(probe));
    const what = 'a request without external_ref';
    mustAccept(probe, answer, what, isVouched(probe.target, payment));
  },
  mutants: [
    {
      name: 'an external reference is asked for',
      wire: refuseWhere('subscription', lacksReference),
    },
    {
      name: 'a missing external reference crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && lacksReference(jsonOfCall(call)) ? 500 : status,
      ),
    },
  ],
});

function lacksReference(json: Json | undefined): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.external_ref === undefined;
}
