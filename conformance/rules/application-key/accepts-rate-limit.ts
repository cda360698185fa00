import { at } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { specimen } from '../../creation/specimen.ts';
import { submit } from '../../creation/submit.ts';
import { mustAccept } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../mutants/request.ts';

export default rule({
  clause: 'key-accepts-rate-limit',
  title: 'a key request with a small rate limit is accepted',
  needs: ['application-key/accepted', ...readable('application-key')],
  check: async (probe) => {
    const body = specimen(probe.contract, probe.target, 'application-key', ['reserved_rate_limit']);
    const answer = await submit(probe, 'application-key', body);
    mustAccept(probe, answer, 'a request with a reserved rate limit');
  },
  mutants: [
    {
      name: 'a rate limit is not to be asked for',
      wire: refuseWhere('application-key', (json) => at(json, 'data', 'reserved_rate_limit') !== undefined),
    },
    {
      name: 'a rate limit is only taken as text',
      wire: refuseWhere(
        'application-key',
        (json) => typeof at(json, 'data', 'reserved_rate_limit') === 'number',
        400,
      ),
    },
    {
      name: 'a rate limit crashes the server',
      wire: changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), 'data', 'reserved_rate_limit') !== undefined ? 500 : status,
      ),
    },
  ],
});
