import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Upstream } from './upstream.ts';

/** How many bytes of a body are kept while it is paused, beside what was read before: they may be chunks of one byte each. */
export const highWaterMark = 4096;

/** The connection of a client with the one behind it: each has one of its own to the upstream, and both end together. */
export type Lane = {
  readonly agent: PlainAgent;
  /** Tells which connection to the upstream is in use. */
  readonly uses: (socket: Socket) => void;
  /** Ends the client's connection, on which nothing waits, if the one behind it has ended. */
  readonly endWithUpstream: () => void;
};

/** Opens the lane of a client's connection; `isIdle` tells whether nothing waits on it. */
export function openLane(
  client: Socket,
  { isSecure }: Upstream,
  insecure: boolean,
  isIdle: (client: Socket) => boolean,
): Lane {
  // What the client sends in pieces leaves in the same pieces.
  client.setNoDelay(true);
  const options = { keepAlive: true, maxSockets: 1, highWaterMark };
  const agent = isSecure
    ? new SecureAgent({ ...options, rejectUnauthorized: !insecure })
    : new PlainAgent(options);
  let behind: Socket | undefined;
  client.once('close', () => agent.destroy());
  const endWithUpstream = (): void => {
    if (behind?.destroyed && isIdle(client)) client.destroySoon();
  };
  return {
    agent,
    endWithUpstream,
    uses: (socket) => {
      if (socket === behind) return;
      behind = socket;
      socket.once('close', endWithUpstream);
    },
  };
}
