import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { distinct } from '../../../interface/claims.ts';
import { uuidOf } from '../../../mutants/identity.ts';
import { changeReply } from '../../../mutants/reply.ts';

const member = ['data', 'client_secret'];

export default rule({
  title: 'different keys have different data.client_secret',
  claims: [distinct({ shownAt: member })],
  mutants: [
    { name: 'every key has the same client secret', wire: shown(() => 'fernhollow') },
    { name: 'keys of one name share a client secret', wire: shown((name) => uuidOf(name)) },
    {
      name: 'the client secret is made from the first letter of the name',
      wire: shown((name) => `client-${name[0]}`),
    },
  ],
});

function shown(value: (name: string) => string) {
  return changeReply('application-key', (json) =>
    withAt(json, member, value(String(at(json, 'data', 'name')))),
  );
}
