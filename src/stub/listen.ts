import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../fault.ts';
import type { Reply, Transport } from '../wire/exchange.ts';
import { trackConnections } from './connections.ts';
import { problem } from './control/problem.ts';
import { answerGarbage } from './garbage.ts';
import { receive } from './receive.ts';
import { createSender, type Sender } from './send.ts';

/** Where to listen. Port 0, the default, is any that is free. */
export type Address = {
  readonly port?: number;
  readonly host?: string;
  /** How long a client may take over a request, in milliseconds; 30 seconds, if nothing is said. */
  readonly patience?: number;
};

/** A stub that listens. */
export type Listening = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** Finishes what is in flight, and ends the connections that are idle. */
  readonly close: () => Promise<void>;
};

/** What is answered to whom: over the loopback interface, and from anywhere else. */
export type Entrances = {
  readonly local: Transport;
  readonly remote: Transport;
  /** Told of every reply whose last byte is out of our hands. */
  readonly onSent: (reply: Reply) => void;
};

/**
 * Puts a transport behind HTTP. The server is a shell: every method, path and body is the transport's affair,
 * and replies go out as they are, with nothing added but Date, Connection and Keep-Alive.
 */
export async function listen(
  entrances: Entrances,
  prefix: string,
  { port = 0, host = '127.0.0.1', patience = 30_000 }: Address = {},
): Promise<Listening> {
  const { send, release } = createSender(entrances.onSent);
  const server = serve(entrances, send, patience);
  const endConnections = trackConnections(server);
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Fault(
      `cannot listen on ${host}:${port} (${error.code ?? error.message}); choose another port.`,
    );
  });
  const close = async (): Promise<void> => {
    release();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    endConnections();
    await closed;
  };
  return { baseUrl: `${originOf(server)}${prefix}`, close, [Symbol.asyncDispose]: close };
}

function serve({ local, remote }: Entrances, send: Sender['send'], patience: number): Server {
  const server = createServer({
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: Math.min(patience / 2, 5_000),
    // Longer than clients keep theirs: the one who hangs up first is not the server.
    keepAliveTimeout: 72_000,
  });
  server.on('clientError', answerGarbage);
  server.on('request', (request, response) => {
    const transport = isLoopback(request.socket.remoteAddress) ? local : remote;
    receive(request, (call) => {
      transport(call).then(
        (reply) => send(response, reply),
        (error) => send(response, failed(error)),
      );
    });
  });
  return server;
}

/** A fault of our own: whoever called hears of it, and the stub goes on. */
const failed = (error: unknown): Reply =>
  problem(500, `the stub itself failed: ${error instanceof Error ? error.message : error}`);

/** Where the server is reached from this machine; `0.0.0.0` and `::` are all of its addresses. */
function originOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  if (family === 'IPv4') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

const isLoopback = (address = ''): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
