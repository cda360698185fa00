import { at, withAt } from '../../../src/wire/json.ts';
import { mustDiffer } from '../../creation/keys.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';

export default rule({
  clause: 'key-client-secret-distinct',
  title: 'no two keys have the same client secret',
  needs: [
    'application-key/response.data.client_secret/required',
    'application-key/response.data.client_secret/type',
  ],
  evidence: 'content',
  check: (probe) => mustDiffer(probe, 'client_secret'),
  mutants: [
    {
      name: 'every key has the same client secret',
      wire: changeReply('application-key', (json) => withAt(json, ['data', 'client_secret'], 'not-a-secret')),
    },
    {
      name: 'the client secret is made from the first letter of the name',
      wire: changeReply('application-key', (json) =>
        withAt(json, ['data', 'client_secret'], `secret-of-${String(at(json, 'data', 'name'))[0]}`),
      ),
    },
  ],
});
