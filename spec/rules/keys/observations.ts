// What the specification leaves open about application keys.

import {
  at,
  observation,
  observations,
  operationIn,
  other,
  outcomeAs,
  type ReadExchange,
  sameValue,
  sendingHeader,
  shown,
  shownInBody,
  timestampForms,
  tokenFor,
  tried,
  tryEdit,
  wasAccepted,
  whetherAccepted,
  withAt,
  withNonDefault,
} from '../../../conformance/rules.ts';
import { keyFields, withoutRateLimit } from './experiments.ts';

const fields = ['created_at', 'updated_at', 'last_used_at'];

export default observations('application-key', [
  observation('unsent-rate-limit', (seen) => {
    const isUnsent = ({ requestContent }: ReadExchange): boolean =>
      at(requestContent.json, ...keyFields(seen.contract).rateLimit) === undefined;
    const { record } = operationIn(seen.contract, seen.operation);
    const limit = at(seen.created(isUnsent).json, ...record, 'reserved_rate_limit');
    if (limit === undefined) return 'absent';
    if (limit === null) return 'null';
    return Number.isInteger(limit) ? 'number' : other('something other than an integer');
  }),
  observation('self-link-place', (seen) => {
    const inside = typeof shown(seen, 'links', 'self') === 'string';
    const beside = typeof shownInBody(seen, 'links', 'self') === 'string';
    if (inside && beside) return 'both';
    if (inside) return 'data';
    return beside ? 'top' : other('absent');
  }),
  observation('timestamps', (seen) =>
    timestampForms(
      seen,
      fields.map((field) => ['meta', 'timestamps', field]),
    ),
  ),

  observation(
    'tokens',
    whetherAccepted({ headers: sendingHeader('authorization', 'Bearer assay-made-this-up') }, 'any', 'own'),
  ),
  observation('scheme-case', {
    gather: async (context) => {
      const known = tokenFor(context.target, context.operation);
      const token = context.orUntested(known, 'no token is known', {
        kind: 'token',
        operation: context.operation,
        token: '…',
      });
      await tryEdit(context, { headers: sendingHeader('authorization', `bearer ${token}`) });
    },
    read: (seen) => outcomeAs(tried(seen).exchange, 'accepted', 'rejected'),
  }),
  observation('rate-limit-zero', {
    gather: async (context) => {
      const seen = await withoutRateLimit(context);
      if (!seen || !wasAccepted(seen))
        await tryEdit(context, { edit: (body) => withAt(body, keyFields(context.contract).rateLimit, 0) });
    },
    read: (seen) => {
      if (
        seen.creations.some(
          ({ requestContent }) => at(requestContent.json, ...keyFields(seen.contract).rateLimit) === 0,
        )
      )
        return 'accepted';
      return outcomeAs(tried(seen).exchange, 'accepted', 'rejected');
    },
  }),
  observation('rate-limit-large', withNonDefault('accepted', 'rejected')),
  observation('duplicate-name', sameValue('name')),
]);
