import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Upstream } from './upstream.ts';

/**
 * The connection of a client with the one behind it: each has one of its own to the upstream, and both end together.
 * What is sent on a connection without waiting for replies is passed on one by one, in its order.
 */
export type Lane = {
  readonly agent: PlainAgent;
  /** Runs something once all that came before it on this connection is done; it says itself when it is. */
  readonly inTurn: (run: (done: () => void) => void) => void;
  /** Tells which connection to the upstream is in use. */
  readonly uses: (socket: Socket) => void;
};

/** Opens the lane of a client's connection. */
export function openLane(client: Socket, { isSecure }: Upstream, insecure: boolean): Lane {
  // What the client sends in pieces leaves in the same pieces.
  client.setNoDelay(true);
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = isSecure
    ? new SecureAgent({ ...options, rejectUnauthorized: !insecure })
    : new PlainAgent(options);
  const waiting: ((done: () => void) => void)[] = [];
  let isBusy = false;
  let behind: Socket | undefined;
  client.once('close', () => agent.destroy());

  const endWithUpstream = (): void => {
    if (!isBusy && behind?.destroyed) client.destroySoon();
  };
  const next = (): void => {
    const run = waiting.shift();
    isBusy = run !== undefined;
    if (run) run(next);
    else endWithUpstream();
  };
  return {
    agent,
    inTurn: (run) => {
      waiting.push(run);
      if (!isBusy) next();
    },
    uses: (socket) => {
      if (socket === behind) return;
      behind = socket;
      socket.once('close', endWithUpstream);
    },
  };
}
