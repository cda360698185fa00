import { at, withAt } from '../../../src/json/json.ts';
import { observation } from '../../core/observation.ts';
import { outcomeAs } from '../../core/observed.ts';
import { wasAccepted } from '../../core/status.ts';
import type { Edit } from '../../creations/creations.ts';
import { withNonDefault } from '../../creations/observing/non-default.ts';
import { sameValue } from '../../creations/observing/repeats.ts';
import { tried, tryEdit, whetherAccepted } from '../../creations/observing/tried.ts';
import { withoutRateLimit } from '../without-rate-limit.ts';

/** Puts other credentials in place of the token. */
const withCredentials = (credentials: string): Edit => ({
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'authorization'),
    ['authorization', credentials],
  ],
});

const limitPath = ['data', 'reserved_rate_limit'];

export default [
  observation('tokens', whetherAccepted(withCredentials('Bearer assay-made-this-up'), 'any', 'own')),
  observation('scheme-case', {
    gather: async (context) => {
      const known = context.target.tokens[context.operation];
      const token = context.orUntested(known, 'no token is known', `token: { ${context.operation}: … }`);
      await tryEdit(context, withCredentials(`bearer ${token}`));
    },
    read: (seen) => outcomeAs(tried(seen).answer, 'accepted', 'rejected'),
  }),
  observation(
    'key-empty-name',
    whetherAccepted({ edit: (body) => withAt(body, ['data', 'name'], '') }, 'accepted', 'rejected'),
  ),
  observation('rate-limit-zero', {
    gather: async (context) => {
      const seen = await withoutRateLimit(context);
      if (!seen || !wasAccepted(seen)) await tryEdit(context, { edit: (body) => withAt(body, limitPath, 0) });
    },
    read: (seen) => {
      if (seen.creations.some(({ request }) => at(request.json, ...limitPath) === 0)) return 'accepted';
      return outcomeAs(tried(seen).answer, 'accepted', 'rejected');
    },
  }),
  observation('rate-limit-large', withNonDefault('accepted', 'rejected')),
  observation('duplicate-name', sameValue(['data', 'name'])),
];
