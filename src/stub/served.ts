import { type Call, header, isLost, type Lost, type Mutant, type Reply } from '../wire/exchange.ts';
import { isBrokenOff } from './broken-off.ts';

/** A request that was served, one way or another. */
export type Served = {
  readonly call: Call;
  readonly reply: Reply | Lost;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
};

/** Tells each listener of every request that was served. */
export function tell(...listeners: readonly ((served: Served) => void)[]): Mutant {
  if (listeners.length === 0) return (next) => next;
  return (next) => async (call) => {
    const at = Date.now();
    const started = performance.now();
    const reply = await next(call);
    const ms = performance.now() - started;
    for (const listener of listeners) listener({ call, reply, at, ms });
    return reply;
  };
}

/** What became of a request. */
export type Outcome = {
  /** None where the connection broke instead. */
  readonly status?: number;
  /** The clauses by which the request was refused. */
  readonly clause?: string;
  /** The fault that struck. */
  readonly fault?: string;
  /** Why no whole reply went out. */
  readonly lost?: string;
};

/** What became of a request, told from its reply. */
export function outcomeOf({ reply }: Served): Outcome {
  const begun = isBrokenOff(reply) ? reply.begun : reply;
  const lost = isLost(reply) ? { lost: reply.detail } : {};
  if (isLost(begun)) return lost;
  const clause = header(begun.headers, 'assay-clause');
  const fault = header(begun.headers, 'assay-fault');
  return {
    status: begun.status,
    ...(clause === undefined ? {} : { clause }),
    ...(fault === undefined ? {} : { fault }),
    ...lost,
  };
}
