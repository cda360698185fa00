import { destination, type Logger, pino } from 'pino';
import type { OperationId } from '../contract/contract.ts';
import { redactTarget } from '../stub/redact.ts';
import { outcomeOf, type Served } from '../stub/served.ts';
import type { Call } from '../wire/exchange.ts';

/** What a running stub says, a line of JSON each, on standard error; `quiet`: warnings only. */
export const createLog = (quiet: boolean): Logger =>
  pino(
    { base: null, level: quiet ? 'warn' : 'info', timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: true }),
  );

/** Logs every request: what was asked and what became of it, never a header or a body. */
export const logServed =
  (log: Logger, recognise: (call: Call) => OperationId | undefined) =>
  (served: Served): void => {
    const { call, ms } = served;
    const operation = recognise(call);
    log.info({
      method: call.method,
      target: redactTarget(call.target),
      ...(operation === undefined ? {} : { operation }),
      ...outcomeOf(served),
      ms: Math.round(ms * 1000) / 1000,
    });
  };
