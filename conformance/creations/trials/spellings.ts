import type { Header } from '../../../src/http/exchange.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import type { Trial } from '../attempts.ts';
import type { Control } from '../creations.ts';

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
