import type { Socket } from 'node:net';
import type { HttpResponse } from '../../src/http/exchange.ts';
import { conforming, type Manner } from '../../test/hostile/servers/front.ts';
import { bare, head, whole } from '../../test/hostile/servers/replies.ts';
import type { When, World } from './conditions.ts';

/** Writes some responses differently. */
export const writing =
  (manner: Manner, when: When) =>
  (world: World): Manner =>
  (turn) =>
    (when(turn.request, world) ? manner : conforming)(turn);

/** Writes a head and the first half of the body; then the connection ends, or is reset. */
export const half =
  (headOf: (response: HttpResponse) => string | Uint8Array, end: 'reset' | 'end'): Manner =>
  ({ response, socket }) => {
    socket.write(headOf(response));
    socket.write(response.body.subarray(0, response.body.byteLength / 2), () => {
      if (end === 'end') socket.end();
      else setTimeout(() => socket.resetAndDestroy(), 5);
    });
  };

/** A head that states no length. */
export const bareHead = ({ status, headers }: HttpResponse): string =>
  head(status, [...bare(headers), ['connection', 'close']]);

/** A head that states the length of the whole body. */
export const wholeHead = (response: HttpResponse): Uint8Array =>
  whole(response).subarray(0, -response.body.byteLength || undefined);

/** Closes connections that were idle for so long, without a word. */
export function closingIdle(ms: number): Manner {
  const clocks = new WeakMap<Socket, NodeJS.Timeout>();
  return (turn) => {
    const { socket } = turn;
    if (!clocks.has(socket)) socket.on('data', () => clearTimeout(clocks.get(socket)));
    clearTimeout(clocks.get(socket));
    clocks.set(
      socket,
      setTimeout(() => socket.destroy(), ms),
    );
    return conforming(turn);
  };
}

/** Never responds again on the connections that are open at that request, as when a firewall forgot them. */
export const goneSilent =
  (number: number) =>
  (world: World): Manner => {
    const open = new Set<Socket>();
    const lost = new WeakSet<Socket>();
    return (turn) => {
      open.add(turn.socket);
      if (world.request() === number) for (const socket of open) lost.add(socket);
      return lost.has(turn.socket) ? undefined : conforming(turn);
    };
  };
