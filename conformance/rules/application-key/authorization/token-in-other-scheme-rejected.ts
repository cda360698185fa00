import { header } from '../../../../src/http/exchange.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { tokenLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { overlook, withHeader } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'no key is created with the token under the scheme Basic',
  claims: [
    attemptsAt('application-key/token-in-other-scheme-rejected', profiles['application-key']),
    {
      on: 'answer',
      judge: (_, judge) => {
        if (judge.target.tokens['application-key'] === undefined)
          judge.untested('the target file declares no token', tokenLine('application-key', judge.target));
      },
    },
  ],
  mutants: [
    {
      name: 'the scheme before the token is not read',
      wireFor: ({ tokens }) =>
        overlook('application-key', (call) => {
          const token = tokens['application-key'];
          const given = header(call.headers, 'authorization') ?? '';
          return token !== undefined && given.endsWith(` ${token}`)
            ? withHeader(call, 'authorization', `Bearer ${token}`)
            : call;
        }),
    },
  ],
});
