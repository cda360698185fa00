import { header } from '../../../../src/http/exchange.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { overlook, withHeader } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'no key is created if the scheme Bearer has no token',
  claims: [attemptsAt('application-key/empty-token-rejected', profiles['application-key'])],
  mutants: [
    {
      name: 'the scheme without a token is accepted',
      wire: overlook('application-key', (call) =>
        header(call.headers, 'authorization')?.trim() === 'Bearer'
          ? withHeader(call, 'authorization', 'Bearer anyone')
          : call,
      ),
    },
  ],
});
