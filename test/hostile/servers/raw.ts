import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server of bare sockets on a loopback port; what is said on them is up to who opened it. */
export type RawServer = AsyncDisposable & {
  readonly baseUrl: string;
  readonly port: number;
  /** How many connections were made so far. */
  readonly connections: () => number;
};

/** Opens a server and hands each connection over; closing it ends all of them at once. */
export async function rawServer(
  serve: (socket: Socket, count: number) => void,
  tls?: TlsOptions,
): Promise<RawServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    serve(socket, connections);
  };
  const server: Server = tls
    ? createTlsServer(tls, accept).on('tlsClientError', () => {})
    : createServer({ allowHalfOpen: true }, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
