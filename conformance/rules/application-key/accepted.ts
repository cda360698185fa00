import { readable } from '../../creation/needs.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';

export default rule({
  clause: 'key-accepts-minimal',
  title: 'a minimal key request is accepted',
  needs: readable('application-key'),
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key');
    const answer = await submit(probe, 'application-key', body);
    mustAccept(probe, answer, 'a request with type and name');
  },
  mutants: [
    {
      name: 'keys are never issued',
      wire: changeStatus('application-key', (status) => (status === 201 ? 422 : status)),
    },
    {
      name: 'every key crashes the server',
      wire: changeStatus('application-key', (status) => (status === 201 ? 500 : status)),
    },
  ],
});
