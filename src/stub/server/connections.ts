import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections of a server. The returned function closes each as soon as it has no pending reply.
 * `server.close()` alone waits for connections that were never used, or that become idle later.
 */
export function trackConnections(server: Server): () => void {
  const pending = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number): void => {
    const before = pending.get(socket);
    if (before === undefined) return;
    pending.set(socket, before + change);
    if (isClosing && before + change === 0) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    pending.set(socket, 0);
    socket.once('close', () => pending.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return () => {
    isClosing = true;
    for (const socket of pending.keys()) count(socket, 0);
  };
}
