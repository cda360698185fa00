import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { type Collector, createCollector } from '../http/collector.ts';
import type { Turn } from '../http/waiting.ts';
import { reject, whyNoReply } from './bad-gateway.ts';
import { headOf, pairsOf, passedOn, type RawHeaders, valuesOf } from './headers.ts';
import { highWaterMark, type Lane } from './lane.ts';
import type { Copy, Tap } from './tap.ts';
import { targetAt, type Upstream } from './upstream.ts';

/** Where requests go, and how. */
export type ProxyRoute = {
  readonly upstream: Upstream;
  /** Whether the upstream is told its own name in `Host`, instead of the one that the client named. */
  readonly renamesHost: boolean;
  readonly tap: Tap;
};

/** Passes a request on and its response back. */
export function carry(
  incoming: IncomingMessage,
  response: ServerResponse,
  route: ProxyRoute,
  lane: Lane,
  { hold }: Turn,
): void {
  const { method = '', url: target = '', rawHeaders } = incoming;
  const copy = route.tap.begin({ method, target });
  const outgoing = open(incoming, route, lane);
  outgoing.once('socket', lane.uses);
  outgoing.on('information', ({ statusCode, statusMessage, rawHeaders: told }) => {
    // Nothing has to be told before the response; a client that does not read would have all of it kept.
    if (incoming.httpVersion === '1.0' || response.socket?.writableNeedDrain) return;
    // After a final response, Node keeps only those connections open to which it sent a 100 itself.
    if (statusCode === 100) response.writeContinue();
    else response.socket?.write(headOf(`HTTP/1.1 ${statusCode} ${statusMessage}`, told), 'latin1');
  });
  outgoing.once('response', (reply) => {
    reply.once('end', () => {
      if (reply.complete && incoming.complete)
        copy.complete(pairsOf(rawHeaders), reply.statusCode ?? 0, pairsOf(reply.rawHeaders));
    });
    passBack(reply, outgoing, incoming, response, copy, hold);
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    // As without a proxy: whoever keeps a connection knows that it may be closed just when it is used again.
    const isStale = outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
    if (response.headersSent || isStale) response.destroy();
    else if (!response.destroyed) reject(response, 502, whyNoReply(route.upstream, error));
  });
  response.once('close', () => {
    copy.breakOff();
    // Nobody waits for the response any more.
    if (!response.writableFinished) outgoing.destroy();
  });
  passBody(incoming, outgoing, copy.sent, hold);
}

/** Begins a request to the upstream. */
function open(
  incoming: IncomingMessage,
  { upstream, renamesHost }: ProxyRoute,
  { agent }: Lane,
): ClientRequest {
  const { method = '', url: target = '', rawHeaders } = incoming;
  const headers = passedOn(rawHeaders, {
    ...(renamesHost ? { host: upstream.host } : {}),
    mayChunk: true,
    mayTrail: isChunked(rawHeaders),
  });
  const options: RequestOptions & { servername: string } = {
    agent,
    method,
    hostname: upstream.hostname,
    port: upstream.port,
    servername: upstream.servername,
    path: targetAt(upstream, target),
    setHost: false,
  };
  const request = upstream.isSecure ? secureRequest : plainRequest;
  // Node would announce a body where there is none.
  const isEmptyPost = !hasBody(rawHeaders) && !bodiless.includes(method);
  const outgoing = request(isEmptyPost ? options : { ...options, headers });
  if (isEmptyPost) {
    outgoing.removeHeader('transfer-encoding');
    outgoing.removeHeader('content-length');
    for (const [name, value] of pairsOf(headers)) outgoing.appendHeader(name, value);
  }
  outgoing.maxHeadersCount = 0;
  return outgoing;
}

/** Methods for which Node announces no body by itself. */
const bodiless = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];

/** Passes a response back to the client. */
function passBack(
  reply: IncomingMessage,
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  response: ServerResponse,
  copy: Copy,
  hold: Turn['hold'],
): void {
  const { statusCode = 0, statusMessage, rawHeaders } = reply;
  const mayChunk = incoming.httpVersion !== '1.0';
  const mayTrail = mayChunk && isChunked(rawHeaders) && ![204, 304].includes(statusCode);
  const isLast = !mayChunk && !asksToBeKept(incoming.rawHeaders);
  const passed = passedOn(rawHeaders, { mayChunk, mayTrail });
  const headers = isLast ? ended(passed) : passed;
  if (!outgoing.shouldKeepAlive && valuesOf(headers, 'connection').length === 0)
    headers.push('Connection', 'close');
  // Node adds none of these then.
  for (const name of ['connection', 'date', 'transfer-encoding']) response.removeHeader(name);
  response.writeHead(statusCode, statusMessage ?? '', headers);
  // Whoever reads a broken response has to see that it is broken.
  reply.once('close', () => {
    if (!reply.complete) response.destroy();
  });
  passBody(reply, response, copy.received, hold);
}

/** Chunks that are shorter on average take more memory than their bytes: so much for each. */
const shortChunk = 64;
const bytesOfChunk = 1000;

/** Passes a body on as it comes, with its trailers, no faster than it is taken. */
function passBody(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  copy: (chunk: Uint8Array) => void,
  hold: Turn['hold'],
): void {
  if (!mayHaveBody(from)) {
    to.end();
    return;
  }
  let hasBegun = false;
  let first: Buffer | undefined;
  let together: Collector | undefined;
  let chunks = 0;
  let held = 0;
  const goOn = (): void => {
    hold(-held);
    held = 0;
    from.resume();
  };
  // Chunks that came together leave together: there may be thousands of one byte, and each costs several writes.
  const passOn = (): void => {
    const come = together?.body() ?? first;
    const isCrumbled = come !== undefined && come.byteLength < chunks * shortChunk;
    chunks = 0;
    first = undefined;
    together = undefined;
    if (!come || to.destroyed) return;
    if (to.write(come) || from.isPaused()) return;
    from.pause();
    to.once('drain', goOn);
    if (!isCrumbled) return;
    held = highWaterMark * bytesOfChunk;
    hold(held);
  };
  from.on('data', (chunk: Buffer) => {
    hasBegun = true;
    chunks += 1;
    // Nobody takes the rest; who still sends it is to read why.
    if (to.destroyed) return;
    // At once, since the end may be told before the next tick.
    copy(chunk);
    if (!first) {
      first = chunk;
      process.nextTick(passOn);
    } else {
      if (!together) {
        together = createCollector();
        together.add(first);
      }
      together.add(chunk);
    }
  });
  to.once('close', goOn);
  from.once('end', () => {
    passOn();
    if (to.destroyed) return;
    if (from.rawTrailers.length > 0) to.addTrailers(pairsOf(from.rawTrailers));
    to.end();
  });
  // A head whose body is not there yet does not wait for it.
  setImmediate(() => {
    if (!hasBegun && !to.writableEnded && !to.destroyed) to.flushHeaders();
  });
}

/** Whether a client of HTTP/1.0 asks for its connection to be kept; otherwise it waits for the end of it. */
const asksToBeKept = (headers: RawHeaders): boolean =>
  valuesOf(headers, 'connection').some((value) => /(^|\W)keep-alive($|\W)/i.test(value));

/** Headers that end the connection. */
const ended = (headers: RawHeaders): string[] => [
  ...pairsOf(headers)
    .filter(([name]) => !['connection', 'keep-alive'].includes(name.toLowerCase()))
    .flat(),
  'Connection',
  'close',
];

const isChunked = (headers: RawHeaders): boolean =>
  valuesOf(headers, 'transfer-encoding').some((value) => /(^|\W)chunked($|\W)/i.test(value));

/** Whether a request announces a body. */
const hasBody = (headers: RawHeaders): boolean =>
  valuesOf(headers, 'content-length').length > 0 || valuesOf(headers, 'transfer-encoding').length > 0;

/** A response may have one that ends with the connection. */
const mayHaveBody = ({ rawHeaders, statusCode }: IncomingMessage): boolean =>
  typeof statusCode === 'number' || hasBody(rawHeaders);
