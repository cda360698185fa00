import { at, withAt } from '../../../src/wire/json.ts';
import { mustDiffer } from '../../creation/keys.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

export default rule({
  clause: 'key-client-id-distinct',
  title: 'no two keys have the same client id',
  needs: ['application-key/response.data.client_id/required', 'application-key/response.data.client_id/type'],
  evidence: 'content',
  check: (probe) => mustDiffer(probe, 'client_id'),
  mutants: [
    {
      name: 'every key has the same client id',
      wire: changeReply('application-key', (json) => withAt(json, ['data', 'client_id'], 'fernhollow')),
    },
    {
      name: 'keys without a rate limit share a client id',
      wire: changeReply('application-key', (json, call) =>
        at(jsonOfCall(call), 'data', 'reserved_rate_limit') !== undefined
          ? undefined
          : withAt(json, ['data', 'client_id'], 'fernhollow'),
      ),
    },
  ],
});
