import { header } from '../../../../src/http/exchange.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { overlook, withHeader } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'no key is created if the token has no scheme',
  claims: [attemptsAt('application-key/bare-token-rejected', profiles['application-key'])],
  mutants: [
    {
      name: 'the last word of the header is taken for the token',
      wire: overlook('application-key', (call) => {
        const given = header(call.headers, 'authorization')?.trim() ?? '';
        const isBare = given !== '' && given !== 'Bearer' && !given.includes(' ');
        return isBare ? withHeader(call, 'authorization', `Bearer ${given}`) : call;
      }),
    },
  ],
});
