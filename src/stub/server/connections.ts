import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections of a server. The returned function closes each as soon as it has no pending reply.
 * `server.close()` alone waits for connections that were never used, or that become idle later.
 */
export function trackConnections(server: Server): () => void {
  /** The last reply on each connection: those before it are sent before it. */
  const last = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  const end = (socket: Socket): void => {
    const response = last.get(socket);
    if (!response || response.writableFinished) socket.destroySoon();
    else response.once('close', () => end(socket));
  };
  server.on('connection', (socket) => {
    last.set(socket, undefined);
    socket.once('close', () => last.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    last.set(socket, response);
    if (isClosing) end(socket);
  });
  return () => {
    isClosing = true;
    for (const socket of last.keys()) end(socket);
  };
}
