import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UserError } from '../../errors.ts';
import { isLost, type Lost, type Reply, type Transport } from '../../http/exchange.ts';
import { nodeHttp } from '../../http/node-http.ts';
import { originOf } from '../../http/origin-of.ts';
import { createWaiting, type Waiting } from '../../http/waiting.ts';
import { onceFor } from '../../once.ts';
import { problem } from '../replies/problem.ts';
import { reject, writeRejection } from '../replies/rejection.ts';
import type { Delays } from '../state/delays.ts';
import { receive } from './receive.ts';
import { createSender, type Sender } from './send.ts';

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Answers a request that is not valid HTTP, and closes the connection. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses.get(error.code ?? '') ?? 400;
  const { text } = writeRejection(reject(status, [{ detail: 'the request is not valid HTTP' }]), 'errors');
  const head = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** Where to listen. Port 0, the default, picks a free port. */
export type Address = {
  readonly port?: number;
  readonly host?: string;
  /** How long a client may take to send a request, in milliseconds; 30 seconds by default. */
  readonly requestTimeout?: number;
};

/** A listening stub. */
export type Listening = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** Finishes pending requests and closes idle connections; breaks off what takes longer than so many milliseconds. */
  readonly close: (longest?: number) => Promise<void>;
};

/** The transports for calls over the loopback interface and from other machines. */
type Transports = {
  readonly local: Transport;
  readonly remote: Transport;
};

/**
 * Serves a transport over HTTP. The server only translates: the transport handles every method, path and body, and
 * responses are sent unchanged, except for the headers Date, Connection and Keep-Alive.
 */
export async function listen(
  transports: Transports,
  delays: Delays,
  prefix: string,
  { port = 0, host = '127.0.0.1', requestTimeout = 30_000 }: Address = {},
): Promise<Listening> {
  const { send, release } = createSender();
  const { server, waiting } = serve(transports, send, requestTimeout);
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `cannot listen on ${host}:${port} (${error.code ?? error.message}); choose another port.`,
    );
  });
  const close = async (longest?: number): Promise<void> => {
    release();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    waiting.close();
    const breakOff = (): void => {
      delays.end();
      waiting.breakOff();
    };
    const timer = longest === undefined ? undefined : setTimeout(breakOff, longest);
    await closed;
    clearTimeout(timer);
  };
  return {
    baseUrl: `${originOf(server.address() as AddressInfo)}${prefix}`,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** How many requests of a connection are served side by side, of those that a client sends without waiting. */
const atOnce = 16;

function serve(
  { local, remote }: Transports,
  send: Sender['send'],
  requestTimeout: number,
): { readonly server: Server; readonly waiting: Waiting } {
  const server = nodeHttp.createServer({
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.min(requestTimeout / 2, 5_000),
    // Longer than clients keep idle connections, so that the server is not the first to close one.
    keepAliveTimeout: 72_000,
  });
  server.on('clientError', answerMalformed);
  const transportOf = onceFor((socket: Socket) => (isLoopback(socket.remoteAddress) ? local : remote));
  const waiting = createWaiting(server, { atOnce });
  server.on('request', (request, response) => {
    const transport = transportOf(request.socket);
    waiting.inTurn(request, response, (turn) => {
      const answer = (reply: Reply | Lost): void => {
        if (!isLost(reply)) turn.hold(reply.body.byteLength);
        send(response, reply);
      };
      receive(request, turn, (call) => {
        transport(call).then(answer, (error) => answer(failed(error)));
      });
    });
  });
  return { server, waiting };
}

/** The response after an internal error; the stub keeps running. */
const failed = (error: unknown): Reply =>
  problem(500, `the stub itself failed: ${error instanceof Error ? error.message : error}`);

const isLoopback = (address = ''): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
