import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UserError } from '../errors.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
  originOf,
  type Transport,
} from '../http/exchange.ts';
import { createCollector, createWaiting, headerPairs, nodeHttp } from '../http/server.ts';
import { onceFor } from '../once.ts';
import { bodyLimit } from './respond.ts';
import { isPartial, problemResponse, reject, writeRejection } from './responses.ts';
import type { Delays } from './state.ts';

type Hold = (bytes: number) => void;

function receiveRequest(
  request: IncomingMessage,
  hold: Hold,
  onRequest: (request: HttpRequest) => void,
): void {
  const { method = '', url: target = '', rawHeaders } = request;
  const headers = headerPairs(rawHeaders);
  if (!announcesBody(request)) onRequest({ method, target, headers, body: nothing });
  else receiveBody(request, hold, (body) => onRequest({ method, target, headers, body }));
}

const nothing = new Uint8Array();

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A body that is too long is read to the end, so that the client reads the response. */
function receiveBody(request: IncomingMessage, hold: Hold, onBody: (body: Uint8Array) => void): void {
  const collector = createCollector(bodyLimit + 1);
  let isDone = false;
  const finish = (): void => {
    if (!isDone) onBody(collector.body());
    isDone = true;
  };
  request.on('data', (chunk: Buffer) => {
    if (isDone) return;
    const before = collector.held();
    // One byte more shows that the body is too long.
    collector.add(chunk.subarray(0, bodyLimit + 1 - collector.length()));
    hold(collector.held() - before);
    if (collector.length() > bodyLimit) finish();
  });
  request.on('end', finish);
  request.on('error', () => {
    isDone = true;
  });
}

type Sender = ReturnType<typeof createSender>;

/** Node sends a string in one packet with the head, but bytes separately. Longer bodies are not converted. */
const longestWithHead = 8192;

function createSender() {
  const stalled = new Set<ServerResponse>();
  return {
    send: (response: ServerResponse, answer: HttpResponse | Lost): void => {
      const { socket } = response;
      if (isPartial(answer)) {
        const { status, headers, body } = answer.sent;
        response.writeHead(status, flat(headers));
        response.flushHeaders();
        response.write(body, () => {
          if (answer.ending === 'close') socket?.destroySoon();
        });
        if (answer.ending === 'stall') {
          stalled.add(response);
          response.once('close', () => stalled.delete(response));
        }
      } else if (isLost(answer)) {
        socket?.resetAndDestroy();
      } else {
        const { status, headers, body } = answer;
        response.writeHead(status, flat(headers));
        if (body.byteLength <= longestWithHead) response.end(latin1(body), 'latin1');
        else response.end(body);
      }
    },
    release: (): void => {
      for (const { socket } of stalled) socket?.destroy();
    },
  };
}

function flat(headers: readonly Header[]): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
}

const latin1 = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'latin1',
  );

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

function rejectMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
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
  /** How long a request may take to arrive, in milliseconds; 30 seconds by default. */
  readonly requestTimeout?: number;
};

/** A listening stub. */
export type Listening = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** Finishes pending requests and closes idle connections; aborts what takes longer than so many milliseconds. */
  readonly close: (longest?: number) => Promise<void>;
};

type Transports = {
  readonly local: Transport;
  readonly remote: Transport;
};

/** Serves a transport over HTTP. The transport handles every method, path and body. */
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

/** Pipelined requests of a connection that are served at once. */
const atOnce = 16;

function serve({ local, remote }: Transports, send: Sender['send'], requestTimeout: number) {
  const server = nodeHttp.createServer({
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.min(requestTimeout / 2, 5_000),
    // Longer than clients keep idle connections, so that the client closes first.
    keepAliveTimeout: 72_000,
  });
  server.on('clientError', rejectMalformed);
  const transportOf = onceFor((socket: Socket) => (isLoopbackAddress(socket.remoteAddress) ? local : remote));
  const waiting = createWaiting(server, { atOnce });
  server.on('request', (incoming, outgoing) => {
    const transport = transportOf(incoming.socket);
    waiting.inTurn(incoming, outgoing, (hold) => {
      const answer = (response: HttpResponse | Lost): void => {
        if (!isLost(response)) hold(response.body.byteLength);
        send(outgoing, response);
      };
      receiveRequest(incoming, hold, (request) => {
        transport(request).then(answer, (error) => answer(failed(error)));
      });
    });
  });
  return { server, waiting };
}

const failed = (error: unknown): HttpResponse =>
  problemResponse(500, `the stub itself failed: ${error instanceof Error ? error.message : error}`);

const isLoopbackAddress = (address = ''): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
