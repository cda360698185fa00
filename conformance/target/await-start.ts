import { UserError } from '../../src/errors.ts';
import { type Call, isLost, type Lost, type Reply, type Transport } from '../../src/http/exchange.ts';
import type { HaltSwitch } from '../transport/halt.ts';
import { whereIsServer } from './base-url.ts';
import { otherScheme } from './other-scheme.ts';

/** Whether a target that is still starting is waited for. */
export type Awaiting = {
  /** How long, in milliseconds; by default not at all. */
  readonly wait?: number;
  /** Told what came instead of a response, once, where it has to be waited for. */
  readonly onWait?: (saw: string) => void;
};

/** How long to wait between two calls, in milliseconds. */
const interval = 250;

/** What a gateway answers while the server behind it is starting. */
const gatewayStatuses = [502, 503, 504];

/**
 * Sends a harmless call again until the target no longer looks as if it were still starting, or until the run is over.
 * One that has not started by then is a {@link UserError}.
 */
export async function awaitStart(
  baseUrl: string,
  call: Call,
  transport: Transport,
  { over, pause }: HaltSwitch,
  { wait = 0, onWait }: Awaiting,
): Promise<void> {
  const send = over(transport);
  const deadline = performance.now() + wait;
  const first = await send(call);
  const elsewhere = isLost(first) ? await otherScheme(first, call, baseUrl) : undefined;
  if (elsewhere !== undefined) throw new UserError(`${baseUrl} ${elsewhere}`);
  let saw = whyStarting(first);
  if (saw !== undefined) onWait?.(saw);
  while (saw !== undefined) {
    const left = deadline - performance.now();
    if (left <= 0)
      throw new UserError(
        `${baseUrl} cannot be checked: after ${Math.round(wait / 1000)} s of waiting, ${saw}; ${whereIsServer(baseUrl)}`,
      );
    await pause(Math.min(interval, left));
    saw = whyStarting(await send(call));
  }
}

/** What says that a target is still starting. What the operator has to correct never does: waiting would not help. */
function whyStarting(reply: Reply | Lost): string | undefined {
  if (!isLost(reply))
    return gatewayStatuses.includes(reply.status) ? `it returns ${reply.status}` : undefined;
  const isMissing = ['rejected', 'connection'].includes(reply.lost) && reply.advice === undefined;
  return isMissing ? reply.detail : undefined;
}
