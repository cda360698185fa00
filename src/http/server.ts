import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The module `node:http`. An import of it also loads all that it re-exports, a client for `fetch` and web sockets among
 * it, which takes longer than the rest of a start.
 */
export const nodeHttp = process.getBuiltinModule('node:http');

export type Collector = ReturnType<typeof createCollector>;

/**
 * Creates a collector, for at most so many bytes, of which so many are expected. It copies into a buffer that grows: a chunk that is kept by itself costs
 * a hundred bytes beside its own, and may keep the whole buffer that it was read into.
 */
export function createCollector(longest = Number.POSITIVE_INFINITY, expected = 0) {
  let buffer = new Uint8Array(Math.min(expected, longest));
  let length = 0;
  return {
    add: (chunk: Uint8Array): void => {
      const needed = length + chunk.byteLength;
      if (needed > buffer.byteLength) {
        // The first chunk is most often the only one.
        const doubled = length === 0 ? needed : Math.min(2 * buffer.byteLength, longest);
        const grown = new Uint8Array(Math.max(needed, doubled));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(chunk, length);
      length = needed;
    },
    length: (): number => length,
    /** How many bytes of memory hold them. */
    held: (): number => buffer.byteLength,
    body: (): Uint8Array<ArrayBuffer> => (length === buffer.byteLength ? buffer : buffer.slice(0, length)),
  };
}

/** One request that waits, and what it takes of the memory. */
export type Turn = {
  /** Counts more bytes (fewer, if negative) for the request, until it is done. */
  readonly hold: (bytes: number) => void;
};

/** What waits on the connections of a server: requests in line, bodies half sent, responses that are not read yet. */
export type Waiting = ReturnType<typeof createWaiting>;

/** Beyond so many requests nothing more is read from a connection until half of them are done. */
const mostOnConnection = 64;

/** What may wait in all, in bytes; beyond it the connections that are busy for longest are ended. */
const mostInAll = 96 * 1024 * 1024;

/** What a request takes beside its bytes, roughly: its objects, and those of its response. */
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
 * Bounds what waits on the connections of a server. Clients may send requests without waiting for responses, and begin
 * bodies that they do not end; Node takes as many as come. `atOnce` requests of one connection are begun before the first is done.
 */
export function createWaiting(server: Server, { atOnce }: { readonly atOnce: number }) {
  const lines = new Map<Socket, Line>();
  /** Those on which something waits, the one that is busy for longest first. */
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
    // It may have ended meanwhile.
    if (!lines.has(line.socket)) return;
    line.bytes += more;
    bytes += more;
    for (const oldest of busy) {
      if (bytes <= mostInAll) break;
      forget(oldest);
      oldest.socket.destroy();
    }
  };
  // Node reads on after each request that is complete; all that came with it are handed over first.
  const pause = (line: Line): void => {
    line.isPausing = false;
    if (line.count > mostOnConnection) line.socket.pause();
  };
  const leave = (line: Line): void => {
    line.count -= 1;
    if (line.socket.destroyed || !lines.has(line.socket)) return;
    const next = line.queue.shift();
    // Other connections have their turn first: what a client sent without waiting would else be served all at once.
    if (next) setImmediate(next);
    else line.underWay -= 1;
    if (line.count <= mostOnConnection / 2 && line.socket.isPaused()) line.socket.resume();
    if (line.count > 0) return;
    busy.delete(line);
    if (isClosing) line.socket.destroySoon();
  };
  return {
    /** Runs `begin` when it is the turn of a request; the request is done when its response is closed. */
    inTurn: (
      { socket, rawHeaders, url = '' }: IncomingMessage,
      response: ServerResponse,
      begin: (turn: Turn) => void,
    ): void => {
      const line = lines.get(socket);
      if (!line) return;
      let held = 0;
      const turn: Turn = {
        hold: (more) => {
          held += more;
          hold(line, more);
        },
      };
      const start = (): void => {
        if (lines.has(socket)) begin(turn);
      };
      if (line.count === 0) busy.add(line);
      line.count += 1;
      turn.hold(bytesOfRequest + url.length + lengthOf(rawHeaders));
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
    /** Closes each connection as soon as nothing waits on it. */
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
