import type { Exchange } from '../../src/http/exchange.ts';
import { secretsInCall } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { outcomeOf } from '../../src/stub/middleware/served.ts';
import { differenceOf } from './difference.ts';
import { answerForm, below, requestForm } from './forms.ts';

/** A request of a client, as a report shows it. */
export type ShownRequest = {
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  /** Below the base URL; secrets are redacted. */
  readonly target: string;
  /** The response that it got: a status, or why no response was complete. */
  readonly answer: string;
};

/** Where two runs of a client part: a request, and its response in the later one. */
export type Parting = ShownRequest & {
  /** The response that the baseline got to the same request; absent if it did not send that request. */
  readonly baseline?: string;
  /** The first thing in the response that differs from the baseline, unless it is the status. */
  readonly differs?: string;
};

/** What two runs are compared by. Exchanges of one run that are alike count as the same, whatever their order. */
type Journal = { readonly exchanges: readonly Exchange[]; readonly prefix: string };

/** The first exchange of a run that its baseline does not have; undefined if the baseline has all of them. */
export function partingOf(baseline: Journal, run: Journal): Parting | undefined {
  const known = new Map<string, number>();
  const asked = new Map<string, Exchange>();
  for (const exchange of baseline.exchanges) {
    const request = requestForm(exchange, baseline.prefix);
    const key = `${request} ${answerForm(exchange)}`;
    known.set(key, (known.get(key) ?? 0) + 1);
    if (!asked.has(request)) asked.set(request, exchange);
  }
  for (const [index, exchange] of run.exchanges.entries()) {
    const request = requestForm(exchange, run.prefix);
    const key = `${request} ${answerForm(exchange)}`;
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    if (left > 0) continue;
    const before = asked.get(request);
    const differs = before && differenceOf(before, exchange);
    return {
      ...shownRequest(exchange, index + 1, run.prefix),
      ...(before ? { baseline: answerOf(before) } : {}),
      ...(differs === undefined ? {} : { differs }),
    };
  }
  return undefined;
}

/** A request as it is shown. */
export const shownRequest = (exchange: Exchange, number: number, prefix = ''): ShownRequest => ({
  number,
  method: exchange.call.method,
  target: createRedactor(secretsInCall(exchange.call)).foreign(below(exchange.call.target, prefix)),
  answer: answerOf(exchange),
});

function answerOf({ call, reply }: Exchange): string {
  const { status, lost } = outcomeOf({ call, reply, at: 0, ms: 0 });
  return [status, lost].filter((part) => part !== undefined).join(', ');
}
