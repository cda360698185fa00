import { isLost } from '../../src/http/exchange.ts';
import type { Context, ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { mayPass } from '../core/transient.ts';
import type { Creations } from './creations.ts';
import type { Control, Edit } from './edits.ts';

/** How often a failure that may be transient is rechecked, each time with its control (READINGS P3). */
const rechecks = 3;

/** What sends requests of an operation again, with their control between them. */
type Repeating = Pick<Creations, 'repeat' | 'send'> & { readonly context: Context };

export const isClosed = ({ response }: RunExchange): boolean =>
  isLost(response) && response.lost === 'connection';

/**
 * The last of several requests, each of which the server answers by closing the connection, while it accepts a control
 * after it: that is a crash, and no failure of the network. Undefined if that is not so.
 */
export async function closedAfter(
  { context, repeat, send }: Repeating,
  make: Control,
  edit: Edit,
): Promise<RunExchange | undefined> {
  let last: RunExchange | undefined;
  for (let round = 1; round < rechecks; round += 1) {
    if (context.writesLeft() < 2) return undefined;
    last = await send(make, edit);
    if (!isClosed(last) || !wasAccepted(await repeat(make))) return undefined;
  }
  return last;
}

/**
 * Looks for a control that is always accepted, except after a certain rejected request: then that request is the
 * cause. Returns the last of each; undefined if that is not so. Each round sends one more control between, so that
 * servers that take turns do not look like it, and a firewall that blocks for a while is left alone.
 */
export async function rejectedAfter(
  { context, repeat, send }: Repeating,
  make: Control,
  bad: Edit,
): Promise<{ readonly accepted: RunExchange; readonly rejected: RunExchange } | undefined> {
  let rejected: RunExchange | undefined;
  for (let round = 1; round <= rechecks; round += 1) {
    if (context.writesLeft() < round + 3) return undefined;
    for (let times = 0; times < round; times += 1) if (!wasAccepted(await repeat(make))) return undefined;
    if (!wasRejected(await send(make, bad))) return undefined;
    rejected = await repeat(make);
    if (!wasRejected(rejected) || mayPass(rejected)) return undefined;
  }
  const accepted = await repeat(make);
  return rejected && wasAccepted(accepted) ? { accepted, rejected } : undefined;
}

/**
 * Sends again what had to be accepted and was not, with its control after it, until it is accepted or its control is
 * not; after a plain rejection, only the control.
 */
export async function recheckAttempt(
  context: ExperimentContext,
  first: RunExchange,
  again: () => Promise<RunExchange>,
  control: () => Promise<RunExchange>,
): Promise<Pick<Attempt, 'after' | 'failedOnce'> & { readonly exchange: RunExchange }> {
  if (first.failedOnce) return { exchange: first, failedOnce: first.failedOnce };
  if (!(wasRejected(first) || mayPass(first)) || context.writesLeft() === 0) return { exchange: first };
  let after = await control();
  if (!mayPass(first)) return { exchange: first, after };
  let exchange = first;
  for (let round = 0; round < rechecks && wasAccepted(after); round += 1) {
    if (context.writesLeft() < 2) return { exchange: first };
    exchange = await again();
    if (wasAccepted(exchange)) return { exchange, after, failedOnce: first };
    after = await control();
  }
  return { exchange, after };
}
