import { specimen } from '../../creation/specimen.ts';
import { creation } from '../../creation/submit.ts';
import { accepted, refusalOf } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { takeWhere, textOfBody } from '../../mutants/request.ts';

export default rule({
  clause: 'key-request-body-required',
  title: 'a key request with an empty body is refused',
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key');
    const control = await accepted(probe, 'application-key', body);
    const answer = await probe.send(creation(probe, 'application-key', ''));
    refusalOf(probe, answer, 'a request with an empty body', control);
  },
  mutants: [
    {
      name: 'an empty body gives an unnamed key',
      wire: takeWhere('application-key', (call) => textOfBody(call) === ''),
    },
  ],
});
