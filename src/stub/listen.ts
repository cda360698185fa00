import { METHODS } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { Fault } from '../fault.ts';
import type { Call, Reply, Transport } from '../wire/exchange.ts';
import { trackConnections } from './connections.ts';
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
  const server = createServer(entrances, send, patience);
  const endConnections = trackConnections(server.server);
  const origin = await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(
      `cannot listen on ${host}:${port} (${error.code ?? error.message}); choose another port.`,
    );
  });
  const close = async (): Promise<void> => {
    release();
    endConnections();
    await server.close();
  };
  return { baseUrl: `${origin}${prefix}`, close, [Symbol.asyncDispose]: close };
}

function createServer({ local, remote }: Entrances, send: Sender['send'], patience: number): FastifyInstance {
  const server = fastify({
    rewriteUrl: () => '/',
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: answerGarbage,
    requestTimeout: patience,
    http: { headersTimeout: patience, connectionsCheckingInterval: Math.min(patience / 2, 5_000) },
  });
  // Fastify is told that no method has a body: it would judge content types and lengths for itself.
  for (const method of METHODS) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  server.route({
    method: METHODS,
    url: '/',
    // Not an async function: Fastify would wait for its end, and there is nothing left to wait for.
    handler: ({ raw, originalUrl }, reply) => {
      const transport = isLoopback(raw.socket.remoteAddress) ? local : remote;
      const answer = (call: Call): void => {
        transport(call).then(
          (answered) => {
            reply.hijack();
            send(reply.raw, answered);
          },
          (error) => void reply.send(error),
        );
      };
      receive(raw, originalUrl, answer);
    },
  });
  return server;
}

const isLoopback = (address = ''): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
