import { METHODS } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { Fault } from '../fault.ts';
import { isLost, type Transport } from '../wire/exchange.ts';
import { trackConnections } from './connections.ts';
import { answerGarbage } from './garbage.ts';
import { receive } from './receive.ts';

/** Where to listen. Port 0, the default, is any that is free. */
export type Address = { readonly port?: number; readonly host?: string };

/** A stub that listens. */
export type Listening = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** Finishes what is in flight, and ends the connections that are idle. */
  readonly close: () => Promise<void>;
};

/**
 * Puts a transport behind HTTP. The server is a shell: every method, path and body is the transport's affair,
 * and replies go out as they are, with nothing added but Date, Connection and Keep-Alive.
 */
export async function listen(
  transport: Transport,
  prefix: string,
  { port = 0, host = '127.0.0.1' }: Address = {},
): Promise<Listening> {
  const server = createServer(transport);
  const endConnections = trackConnections(server.server);
  const origin = await server.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(
      `cannot listen on ${host}:${port} (${error.code ?? error.message}); choose another port.`,
    );
  });
  const close = async (): Promise<void> => {
    endConnections();
    await server.close();
  };
  return { baseUrl: `${origin}${prefix}`, close, [Symbol.asyncDispose]: close };
}

function createServer(transport: Transport): FastifyInstance {
  const server = fastify({
    rewriteUrl: () => '/',
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: answerGarbage,
  });
  // Fastify is told that no method has a body: it would judge content types and lengths for itself.
  for (const method of METHODS) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  server.route({
    method: METHODS,
    url: '/',
    handler: async (request, reply) => {
      const answer = await transport(await receive(request.raw, request.originalUrl));
      reply.hijack();
      if (isLost(answer)) request.raw.socket.destroy();
      else reply.raw.writeHead(answer.status, answer.headers.flat()).end(answer.body);
    },
  });
  return server;
}
