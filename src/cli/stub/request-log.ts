import { type Logger, pino } from 'pino';
import type { OperationId } from '../../contract/contract.ts';
import type { Call } from '../../http/exchange.ts';
import { redactTarget } from '../../stub/middleware/redact.ts';
import { outcomeOf, type Served } from '../../stub/middleware/served.ts';
import type { Output } from '../io/io.ts';

/** The log of a running stub, with one line of JSON for each entry; `quiet` logs only warnings. */
export const createLog = ({ write }: Output, quiet: boolean): Logger =>
  pino(
    { base: null, level: quiet ? 'warn' : 'info', timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write },
  );

/** Logs every request with its outcome, but never a header or a body. */
export const logServed =
  (log: Logger, operationOf: (call: Call) => OperationId | undefined) =>
  (served: Served): void => {
    const { call, ms } = served;
    const operation = operationOf(call);
    log.info({
      method: call.method,
      target: redactTarget(call.target),
      ...(operation === undefined ? {} : { operation }),
      ...outcomeOf(served),
      ms: Math.round(ms * 1000) / 1000,
    });
  };
