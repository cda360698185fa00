import { at } from '../../../src/json/json.ts';
import type { Answer } from '../../core/evidence.ts';
import { observation } from '../../core/observation.ts';
import { other } from '../../core/observed.ts';
import { shown } from '../../interface/observing/shown.ts';
import { timestampForms } from '../../interface/observing/timestamp-form.ts';

/** The id itself is not told, only what it is made of. */
const forms = [
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  [other('digits'), /^\d+$/],
  ['hex', /^[\da-f]+$/i],
  // Which marks an id has is a matter of chance.
  [other('letters, digits or marks'), /^[\x21-\x7e]+$/],
] as const;

const limitPath = ['data', 'reserved_rate_limit'];

const members = ['created_at', 'updated_at', 'last_used_at'];

export default [
  observation('client-id-form', (seen) => {
    const id = shown(seen, 'data', 'client_id');
    const text = seen.assume(typeof id === 'string' && id, 'the key shows no client id');
    return forms.find(([, form]) => form.test(text))?.[0] ?? other('something else');
  }),
  observation('unsent-rate-limit', (seen) => {
    const isUnsent = ({ request }: Answer): boolean => at(request.json, ...limitPath) === undefined;
    const limit = at(seen.created(isUnsent).json, ...limitPath);
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
      members.map((member) => ['data', 'meta', 'timestamps', member]),
    ),
  ),
];
