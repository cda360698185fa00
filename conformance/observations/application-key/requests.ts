import { at, withAt } from '../../../src/json/json.ts';
import { observation } from '../../core/observation.ts';
import { outcomeAs } from '../../core/observed.ts';
import { wasAccepted } from '../../core/status.ts';
import { withoutRateLimit } from '../../interface/application-key/without-rate-limit.ts';
import type { Edit } from '../../interface/creations/creations.ts';
import { ofEveryCreation } from '../../interface/observing/every-creation.ts';
import { withLiberty } from '../../interface/observing/liberties.ts';
import { sameValue } from '../../interface/observing/repeats.ts';
import { tried, tryEdit, whetherAccepted } from '../../interface/observing/tried.ts';

/** Puts other credentials in place of the token. */
const withCredentials = (credentials: string): Edit => ({
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'authorization'),
    ['authorization', credentials],
  ],
});

const limitPath = ['data', 'reserved_rate_limit'];

export default [
  ...ofEveryCreation('name'),
  observation('tokens', whetherAccepted(withCredentials('Bearer assay-made-this-up'), 'any', 'own')),
  observation('scheme-case', {
    gather: async (field) => {
      const known = field.target.tokens[field.operation];
      const token = field.occasion(known, 'no token is known', `token: { ${field.operation}: … }`);
      await tryEdit(field, withCredentials(`bearer ${token}`));
    },
    read: (seen) => outcomeAs(tried(seen).answer, 'accepted', 'rejected'),
  }),
  observation(
    'key-empty-name',
    whetherAccepted({ edit: (body) => withAt(body, ['data', 'name'], '') }, 'accepted', 'rejected'),
  ),
  observation('rate-limit-zero', {
    gather: async (field) => {
      const seen = await withoutRateLimit(field);
      if (!seen || !wasAccepted(seen)) await tryEdit(field, { edit: (body) => withAt(body, limitPath, 0) });
    },
    read: (seen) => {
      if (seen.creations.some(({ request }) => at(request.json, ...limitPath) === 0)) return 'accepted';
      return outcomeAs(tried(seen).answer, 'accepted', 'rejected');
    },
  }),
  observation('rate-limit-large', withLiberty('accepted', 'rejected')),
  observation('duplicate-name', sameValue(['data', 'name'])),
];
