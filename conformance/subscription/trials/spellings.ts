import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { Trial } from '../../creations/attempts.ts';
import type { Control } from '../../creations/creations.ts';

/** The same subscription, its ids in capitals (READINGS 27). */
export const inCapitals = (control: Control): Trial => ({
  clause: 'subscription/request-uuid-capitals',
  what: 'a request with its ids in capitals',
  expects: 'acceptance',
  control,
  edit: (body) => ['account_id', 'offering_id', 'plan_id'].reduce(capital, body),
});

const capital = (body: Json, member: string): Json =>
  withAt(body, ['data', member], String(at(body, 'data', member)).toUpperCase());
