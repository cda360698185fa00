import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps track of a server's connections; what it returns ends them, each as soon as no reply is owed on it.
 * Node's own closing waits for connections that were never used, and for those that fall idle after it began.
 */
export function trackConnections(server: Server): () => void {
  const owed = new Map<Socket, number>();
  let isClosing = false;
  const count = (socket: Socket, change: number): void => {
    const known = owed.get(socket);
    if (known === undefined) return;
    owed.set(socket, known + change);
    if (isClosing && known + change === 0) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    owed.set(socket, 0);
    socket.once('close', () => owed.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return () => {
    isClosing = true;
    for (const socket of owed.keys()) count(socket, 0);
  };
}
