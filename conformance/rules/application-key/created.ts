import { at } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { replies } from '../../engine/evidence.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

export default rule({
  clause: 'key-status-created',
  title: 'an accepted key request is answered with 201',
  needs: readable('application-key'),
  check: async (probe) => {
    for (const answer of await replies(probe, 'application-key')) {
      const { status } = answer.reply;
      probe.must(status === 201, 'status 201', `status ${status}`, answer);
    }
  },
  mutants: [
    {
      name: 'keys are created with 200',
      wire: changeStatus('application-key', (status) => (status === 201 ? 200 : status)),
    },
    {
      name: 'keys with a rate limit are created with 202',
      wire: changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), 'data', 'reserved_rate_limit') !== undefined ? 202 : status,
      ),
    },
  ],
});
