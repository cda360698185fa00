import type { Reply } from '../../src/http/exchange.ts';
import { conforming, type Manner } from '../../test/hostile/servers/front.ts';
import { bare, head, whole } from '../../test/hostile/servers/replies.ts';
import type { When, World } from './conditions.ts';

/** Writes some responses differently. */
export const writing =
  (manner: Manner, when: When) =>
  (world: World): Manner =>
  (turn) =>
    (when(turn.call, world) ? manner : conforming)(turn);

/** Writes a head and the first half of the body; then the connection ends, or is reset. */
export const half =
  (headOf: (reply: Reply) => string | Uint8Array, end: 'reset' | 'end'): Manner =>
  ({ reply, socket }) => {
    socket.write(headOf(reply));
    socket.write(reply.body.subarray(0, reply.body.byteLength / 2), () => {
      if (end === 'end') socket.end();
      else setTimeout(() => socket.resetAndDestroy(), 5);
    });
  };

/** A head that states no length. */
export const bareHead = ({ status, headers }: Reply): string =>
  head(status, [...bare(headers), ['connection', 'close']]);

/** A head that states the length of the whole body. */
export const wholeHead = (reply: Reply): Uint8Array =>
  whole(reply).subarray(0, -reply.body.byteLength || undefined);
