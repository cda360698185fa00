import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Header } from './exchange.ts';

/** An import of `node:http` also loads its client for `fetch` and web sockets, which takes longer than the rest of a start. */
export const nodeHttp = process.getBuiltinModule('node:http');

/**
 * Collects at most `longest` bytes in one buffer that grows: chunks kept by themselves may each keep the buffer that
 * they were read into.
 */
export function createCollector(longest: number, expected = 0) {
  let buffer = new Uint8Array(Math.min(expected, longest));
  let length = 0;
  return {
    add: (chunk: Uint8Array): void => {
      const needed = length + chunk.byteLength;
      if (needed > buffer.byteLength) {
        const doubled = length === 0 ? needed : Math.min(2 * buffer.byteLength, longest);
        const grown = new Uint8Array(Math.max(needed, doubled));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    length: (): number => length,
    /** The bytes of memory in use. */
    held: (): number => buffer.byteLength,
    body: (): Uint8Array<ArrayBuffer> => (length === buffer.byteLength ? buffer : buffer.slice(0, length)),
  };
}

/** With more requests than this, a connection is paused until half of them are done. */
const mostOnConnection = 64;

/** The most bytes that may wait; beyond it, the connections that are busy for longest are closed. */
const mostInAll = 96 * 1024 * 1024;

/** The memory of a request beside its bytes, roughly. */
const bytesOfRequest = 6 * 1024;

type Line = {
  readonly socket: Socket;
  readonly queue: (() => void)[];
  count: number;
  underWay: number;
  bytes: number;
  isPausing: boolean;
};

/**
 * Bounds the memory of requests that wait. Clients may send requests without waiting for responses, and Node accepts
 * any number.
 */
export function createWaiting(server: Server, { atOnce }: { readonly atOnce: number }) {
  const lines = new Map<Socket, Line>();
  const busy = new Set<Line>();
  let bytes = 0;
  let isClosing = false;

  const forget = (line: Line): void => {
    lines.delete(line.socket);
    busy.delete(line);
    bytes -= line.bytes;
    line.bytes = 0;
    line.queue.length = 0;
  };
  server.on('connection', (socket: Socket) => {
    const line = { socket, queue: [], count: 0, underWay: 0, bytes: 0, isPausing: false };
    lines.set(socket, line);
    socket.once('close', () => forget(line));
  });
  const hold = (line: Line, more: number): void => {
    if (!lines.has(line.socket)) return;
    line.bytes += more;
    bytes += more;
    for (const oldest of busy) {
      if (bytes <= mostInAll) break;
      forget(oldest);
      oldest.socket.destroy();
    }
  };
  // Node reads on after each complete request, and hands over all that came with it first.
  const pause = (line: Line): void => {
    line.isPausing = false;
    if (line.count > mostOnConnection) line.socket.pause();
  };
  const leave = (line: Line): void => {
    line.count -= 1;
    if (line.socket.destroyed || !lines.has(line.socket)) return;
    const next = line.queue.shift();
    // Other connections come first: otherwise all requests of one client are served at once.
    if (next) setImmediate(next);
    else line.underWay -= 1;
    if (line.count <= mostOnConnection / 2 && line.socket.isPaused()) line.socket.resume();
    if (line.count > 0) return;
    busy.delete(line);
    if (isClosing) line.socket.destroySoon();
  };
  return {
    /** Runs `begin` when it is the turn of a request; `hold` adds bytes to what the request holds until it is done. */
    inTurn: (
      { socket, rawHeaders, url = '' }: IncomingMessage,
      response: ServerResponse,
      begin: (hold: (bytes: number) => void) => void,
    ): void => {
      const line = lines.get(socket);
      if (!line) return;
      let held = 0;
      const holdMore = (more: number): void => {
        held += more;
        hold(line, more);
      };
      const start = (): void => {
        if (lines.has(socket)) begin(holdMore);
      };
      if (line.count === 0) busy.add(line);
      line.count += 1;
      holdMore(bytesOfRequest + url.length + lengthOf(rawHeaders));
      response.once('close', () => {
        hold(line, -held);
        leave(line);
      });
      if (line.underWay === atOnce) line.queue.push(start);
      else {
        line.underWay += 1;
        start();
      }
      if (line.count <= mostOnConnection || line.isPausing) return;
      line.isPausing = true;
      process.nextTick(pause, line);
    },
    close: (): void => {
      isClosing = true;
      for (const { socket, count } of lines.values()) if (count === 0) socket.destroySoon();
    },
    breakOff: (): void => {
      for (const { socket } of lines.values()) socket.destroy();
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

/** The headers of a message, from the list of names and values that Node gives. */
export function headerPairs(raw: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let index = 0; index < raw.length; index += 2) headers.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return headers;
}
