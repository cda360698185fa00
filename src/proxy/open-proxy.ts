import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UserError } from '../errors.ts';
import { originOf } from '../http/origin-of.ts';
import { createWaiting } from '../http/waiting.ts';
import { carry, type ProxyRoute } from './carry.ts';
import { highWaterMark, type Lane, openLane } from './lane.ts';
import { endWith, tunnel } from './tunnel.ts';

/** How a proxy is opened. */
export type ProxyOptions = ProxyRoute & {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Whether certificates of the upstream are accepted that cannot be verified. */
  readonly insecure: boolean;
  /** Answers a request itself that is not to be passed on, and then returns true. */
  readonly answersItself: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** A proxy that is open. */
export type OpenProxy = AsyncDisposable & {
  /** Where it listens, without a path. */
  readonly url: string;
  /** Breaks off what is under way, and stops listening. */
  readonly close: () => Promise<void>;
};

/** Longer heads are rejected; servers reject them before. */
const longestHead = 256 * 1024;

/** Opens a reverse proxy that changes no byte it need not change. It has no time-outs of its own. */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const { port, host } = options;
  const server = serve(options);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'another program uses the port' : (error.code ?? error.message);
    throw new UserError(`cannot listen on ${host}:${port}: ${why}; choose another with --port.`);
  });
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of connections) socket.destroy();
    await closed;
  };
  return { url: originOf(server.address() as AddressInfo), close, [Symbol.asyncDispose]: close };
}

function serve(options: ProxyOptions): Server {
  const { upstream, insecure, answersItself } = options;
  const lanes = new WeakMap<Socket, Lane>();
  const laneOf = (client: Socket): Lane => {
    const lane = lanes.get(client) ?? openLane(client, upstream, insecure, waiting.isIdle);
    lanes.set(client, lane);
    return lane;
  };
  const server = createServer({
    maxHeaderSize: longestHead,
    highWaterMark,
    // What a request without a host is worth is for the upstream to say.
    requireHostHeader: false,
    keepAliveTimeout: 0,
    requestTimeout: 0,
    headersTimeout: 0,
    // Java's client asks for HTTP/2 with each first request; whoever takes no notice is asked no more.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() !== 'h2c',
  });
  server.maxHeadersCount = 0;
  // What is sent on a connection without waiting for responses is passed on one by one, in its order.
  const waiting = createWaiting(server, {
    atOnce: 1,
    onIdle: (client) => lanes.get(client)?.endWithUpstream(),
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const lane = laneOf(request.socket);
    waiting.inTurn(request, response, (turn) => {
      if (!answersItself(request, response)) carry(request, response, options, lane, turn);
    });
  };
  // All three end at the upstream, which says what it thinks of an expectation.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, onRequest);
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    waiting.keep(socket, request, head.byteLength);
    if (!socket.destroyed) tunnel(request, socket, head, options, insecure);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) answerMalformed(error, socket);
    else socket.destroy();
  });
  server.on('connect', (_request, socket: Socket) =>
    endWith(
      socket,
      '501 Not Implemented',
      `CONNECT is not supported; this proxy forwards to ${upstream.address} only`,
    ),
  );
  return server;
}

/** Answers what is not HTTP, and cannot be passed on for that reason. */
function answerMalformed({ code, message }: NodeJS.ErrnoException, client: Socket): void {
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  endWith(client, status, `the request is not valid HTTP (${message}), and was not forwarded`);
}
