import { header } from '../../../../src/http/exchange.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { overlook, withHeader } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'no key is created with an invented credential of the scheme Basic',
  claims: [attemptsAt('application-key/other-scheme-rejected', profiles['application-key'])],
  mutants: [
    {
      name: 'the scheme is not checked',
      wire: overlook('application-key', (call) => {
        const given = header(call.headers, 'authorization');
        return given?.includes(' ')
          ? withHeader(call, 'authorization', given.replace(/^\S+/, 'Bearer'))
          : call;
      }),
    },
  ],
});
