import { tokenFor } from '../core/target.ts';
// What the specification leaves open about application keys.

import { at, withAt } from '../../src/json/json.ts';
import type { ReadExchange } from '../core/evidence.ts';
import { observation, observations, other, outcomeAs, shown, timestampForms } from '../core/observation.ts';
import { wasAccepted } from '../core/status.ts';
import { withHeader } from '../create/attempts.ts';
import { sameValue, tried, tryEdit, whetherAccepted, withNonDefault } from '../create/observations.ts';
import { name, rateLimit, withoutRateLimit } from './experiments.ts';

/** Reports the form of the id, not the id. */
const forms = [
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  [other('digits'), /^\d+$/],
  ['hex', /^[\da-f]+$/i],
  // Which marks an id has is random.
  [other('letters, digits or marks'), /^[\x21-\x7e]+$/],
] as const;

const fields = ['created_at', 'updated_at', 'last_used_at'];

export default observations('application-key', [
  observation('client-id-form', (seen) => {
    const id = shown(seen, 'data', 'client_id');
    const text = seen.assume(typeof id === 'string' && id, 'the key shows no client id');
    return forms.find(([, form]) => form.test(text))?.[0] ?? other('something else');
  }),
  observation('unsent-rate-limit', (seen) => {
    const isUnsent = ({ requestContent }: ReadExchange): boolean =>
      at(requestContent.json, ...rateLimit) === undefined;
    const limit = at(seen.created(isUnsent).json, ...rateLimit);
    if (limit === undefined) return 'absent';
    if (limit === null) return 'null';
    return Number.isInteger(limit) ? 'number' : other('something other than an integer');
  }),
  observation('self-link-place', (seen) => {
    const inside = typeof shown(seen, 'data', 'links', 'self') === 'string';
    const beside = typeof shown(seen, 'links', 'self') === 'string';
    if (inside && beside) return 'both';
    if (inside) return 'data';
    return beside ? 'top' : other('absent');
  }),
  observation('timestamps', (seen) =>
    timestampForms(
      seen,
      fields.map((field) => ['data', 'meta', 'timestamps', field]),
    ),
  ),

  observation(
    'tokens',
    whetherAccepted({ headers: withHeader('authorization', 'Bearer assay-made-this-up') }, 'any', 'own'),
  ),
  observation('scheme-case', {
    gather: async (context) => {
      const known = tokenFor(context.target, context.operation);
      const token = context.orUntested(known, 'no token is known', {
        kind: 'token',
        operation: context.operation,
        token: '…',
      });
      await tryEdit(context, { headers: withHeader('authorization', `bearer ${token}`) });
    },
    read: (seen) => outcomeAs(tried(seen).exchange, 'accepted', 'rejected'),
  }),
  observation(
    'key-empty-name',
    whetherAccepted({ edit: (body) => withAt(body, name, '') }, 'accepted', 'rejected'),
  ),
  observation('rate-limit-zero', {
    gather: async (context) => {
      const seen = await withoutRateLimit(context);
      if (!seen || !wasAccepted(seen)) await tryEdit(context, { edit: (body) => withAt(body, rateLimit, 0) });
    },
    read: (seen) => {
      if (seen.creations.some(({ requestContent }) => at(requestContent.json, ...rateLimit) === 0))
        return 'accepted';
      return outcomeAs(tried(seen).exchange, 'accepted', 'rejected');
    },
  }),
  observation('rate-limit-large', withNonDefault('accepted', 'rejected')),
  observation('duplicate-name', sameValue(name)),
]);
