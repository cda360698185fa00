import { specimen } from '../../creation/specimen.ts';
import { creation } from '../../creation/submit.ts';
import { accepted, refusalOf } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { takeWhere, textOfBody } from '../../mutants/request.ts';

export default rule({
  clause: 'subscription-request-body-required',
  title: 'a subscription request with an empty body is refused',
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'subscription');
    const control = await accepted(probe, 'subscription', body);
    const answer = await probe.send(creation(probe, 'subscription', ''));
    refusalOf(probe, answer, 'a request with an empty body', control);
  },
  mutants: [
    {
      name: 'an empty body gives a subscription to nothing',
      wire: takeWhere('subscription', (call) => textOfBody(call) === ''),
    },
  ],
});
