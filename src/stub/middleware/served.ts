import { type Call, header, isLost, type Lost, type Middleware, type Reply } from '../../http/exchange.ts';
import { isPartial } from '../replies/partial-reply.ts';

/** A request with its outcome. */
export type Served = {
  readonly call: Call;
  readonly reply: Reply | Lost;
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
};

/** Calls each listener after every request. */
export function notify(...listeners: readonly ((served: Served) => void)[]): Middleware {
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

/** The outcome of a request. */
export type ServedOutcome = {
  /** Absent if the connection broke instead. */
  readonly status?: number;
  /** The clauses for which the request was rejected. */
  readonly clause?: string;
  /** The fault that was applied. */
  readonly fault?: string;
  /** Why no complete response was sent. */
  readonly lost?: string;
};

/** The outcome of a request, derived from its reply. */
export function outcomeOf({ reply }: Served): ServedOutcome {
  const sent = isPartial(reply) ? reply.sent : reply;
  const lost = isLost(reply) ? { lost: reply.detail } : {};
  if (isLost(sent)) return lost;
  const clause = header(sent.headers, 'assay-clause');
  const fault = header(sent.headers, 'assay-fault');
  return {
    status: sent.status,
    ...(clause === undefined ? {} : { clause }),
    ...(fault === undefined ? {} : { fault }),
    ...lost,
  };
}
