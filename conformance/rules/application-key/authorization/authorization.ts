import { header } from '../../../../src/http/exchange.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { overlook, withHeader } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'no key is created without an Authorization header',
  shows: 'authorization',
  claims: [attemptsAt('application-key/authorization', profiles['application-key'])],
  mutants: [
    {
      name: 'keys need no authorization',
      wire: overlook('application-key', (call) =>
        header(call.headers, 'authorization') === undefined
          ? withHeader(call, 'authorization', 'Bearer anyone')
          : call,
      ),
    },
    {
      name: 'keys need no authorization where a letter of the path is percent-encoded',
      wire: (next) => (call) => {
        const target = call.target.replaceAll(/%[46-7][0-9a-f]/gi, decodeURIComponent);
        return next(
          target === call.target ? call : withHeader({ ...call, target }, 'authorization', 'Bearer anyone'),
        );
      },
    },
  ],
});
