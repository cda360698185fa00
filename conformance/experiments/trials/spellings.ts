import type { Header } from '../../../src/http/exchange.ts';
import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import type { Trial } from '../../interface/creations/attempts.ts';
import type { Control } from '../../interface/creations/creations.ts';

/** The same request, its type named with a parameter (READINGS 27). */
export const withCharset = (operation: WritingOperation, control: Control): Trial => ({
  clause: `${operation}/request-charset`,
  what: 'a request of the type application/json; charset=utf-8',
  expects: 'acceptance',
  control,
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'content-type'),
    ['content-type', 'application/json; charset=utf-8'] satisfies Header,
  ],
});

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
