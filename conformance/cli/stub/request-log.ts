import type { OperationId } from '../../../src/contract/contract.ts';
import type { Call } from '../../../src/http/exchange.ts';
import { secretsInCall } from '../../../src/secrets/exchange-secrets.ts';
import { outcomeOf, type Served } from '../../../src/stub/middleware/served.ts';
import { redactingLatest } from '../../recorded/recorded-secrets.ts';
import { plain, plainDeep } from '../../report/text/plain.ts';
import type { Output } from '../io/io.ts';

/** What a line of the log says, by name. */
type Fields = Readonly<Record<string, string | number>>;

/** Writes a line: `text` to people, the fields to programs. */
type Log = (level: 'info' | 'warn' | 'error', text: string, fields: Fields) => void;

/** The log of a running stub: a line to read on a terminal, elsewhere an object of JSON a line. */
export const createLog =
  ({ write, isTerminal }: Output): Log =>
  (level, text, fields) => {
    const now = new Date();
    // What a client sent is in both forms.
    const line = isTerminal
      ? `${now.toTimeString().slice(0, 8)}  ${plain(text)}`
      : JSON.stringify(plainDeep({ level, time: now.toISOString(), ...fields }));
    write(`${line}\n`);
  };

/** How many secrets of requests the log remembers: a client that sends others all the time is not to slow it down. */
const mostSecrets = 100;

/** Logs every request with its outcome, but never a header or a body, nor what these and earlier ones hold of secrets. */
export function logServed(
  log: Log,
  operationOf: (call: Call) => OperationId | undefined,
  told: readonly string[] = [],
): (served: Served) => void {
  const redactorAfter = redactingLatest(told, mostSecrets);
  return (served) => {
    const { method } = served.call;
    const target = redactorAfter(secretsInCall(served.call)).foreign(served.call.target);
    const operation = operationOf(served.call);
    const outcome = outcomeOf(served);
    const ms = Math.round(served.ms * 1000) / 1000;
    log('info', [method, target, ...Object.values(outcome), `${ms} ms`].join('  '), {
      method,
      target,
      ...(operation === undefined ? {} : { operation }),
      ...outcome,
      ms,
    });
  };
}
