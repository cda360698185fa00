import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Manner } from './front.ts';
import { bare, chunk, head, jsonReply, whole } from './replies.ts';

/** Writes for as long as anybody listens. */
async function pour(socket: Socket, piece: Uint8Array): Promise<void> {
  while (!socket.destroyed) {
    if (!socket.write(piece)) await relief(socket);
    await pause(0);
  }
}

/** Waits until a connection takes more, or is gone. */
function relief(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}

const mebibyte = 1024 * 1024;

/** One response instead of every other. */
const always =
  (bytes: Uint8Array): Manner =>
  ({ socket }) => {
    socket.write(bytes);
  };

const packed = (coding: string, bytes: Uint8Array): Manner =>
  always(whole({ ...jsonReply(bytes), headers: [['content-encoding', coding]] }));

/** Never a byte. */
export const silent: Manner = () => {};

/** A byte at a time, with a pause after each. */
export const trickling: Manner = async ({ response, socket }) => {
  for (const byte of whole(response)) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await pause(20);
  }
};

/** A reset in the middle of the body. */
export const resetting: Manner = ({ response, socket }) => {
  socket.write(whole(response).subarray(0, -10), () => setTimeout(() => socket.resetAndDestroy(), 1));
};

/** An end before the Content-Length is reached. */
export const short: Manner = ({ response, socket }) => {
  socket.end(whole(response).subarray(0, -5));
};

/** Bytes beyond the Content-Length. */
export const long: Manner = ({ response, socket }) => {
  socket.write(Buffer.concat([whole(response), Buffer.from('and then some')]));
};

/** A second response that nobody asked for. */
export const doubled: Manner = ({ response, socket }) => {
  socket.write(Buffer.concat([whole(response), whole(response)]));
};

/** A chunked body without end. */
export const endless: Manner = ({ socket }) => {
  socket.write(head(200, [['transfer-encoding', 'chunked']]));
  return pour(socket, chunk(Buffer.alloc(mebibyte, ' ')));
};

/** A body of two gibibytes. */
export const huge: Manner = ({ socket }) => {
  socket.write(head(200, [['content-length', String(2048 * mebibyte)]]));
  return pour(socket, Buffer.alloc(mebibyte, ' '));
};

/** Headers without end. */
export const headlong: Manner = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  return pour(socket, Buffer.from(`x-filler: ${'a'.repeat(8000)}\r\n`));
};

/** One header of two megabytes. */
export const heavyHeaded: Manner = ({ response, socket }) => {
  socket.write(whole(response, ['x-filler', 'a'.repeat(2 * mebibyte)]));
};

/** A few kilobytes that unpack to twice what is read of a response. */
export const gzipBomb = packed('gzip', gzipSync(Buffer.alloc(64 * mebibyte), { level: 9 }));
/** The same, far smaller still. */
export const brotliBomb = packed('br', brotliCompressSync(Buffer.alloc(64 * mebibyte)));
/** A coding that it is not. */
export const falselyPacked = packed('gzip', Buffer.from('{}'));
/** A coding nobody knows. */
export const strangelyPacked = packed('rot13', Buffer.from('{}'));

/** A body that says its length in two ways. */
export const twoLengths: Manner = ({ response, socket }) => {
  const both = [['content-length', '7'] as const, ['transfer-encoding', 'chunked'] as const];
  socket.write(Buffer.concat([Buffer.from(head(200, [...bare(response.headers), ...both])), response.body]));
};

/** Another protocol. */
export const foreign: Manner = always(Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'));
/** Text that is no UTF-8. */
export const mojibake: Manner = ({ response, socket }) => {
  const text = Buffer.from(response.body).toString('latin1');
  socket.write(whole({ ...response, body: Buffer.from(text.replaceAll('a', '\xe4'), 'latin1') }));
};
/** Arrays in arrays. */
export const deep = always(whole(jsonReply('['.repeat(100_000) + ']'.repeat(100_000))));
/** More values than anybody could want. */
export const wide = always(whole(jsonReply(`[${'[],'.repeat(2_000_000)}[]]`)));
/** Pages that fill the memory with values of no use, just short of what one response may hold. */
export const filling = always(whole(jsonReply(`{"data":[${'{"a":[]},'.repeat(60_000)}{}]}`)));
/** The first line of several. */
export const lines: Manner = ({ response, socket }) => {
  socket.write(
    whole({ ...response, body: Buffer.concat([response.body, Buffer.from('\n'), response.body]) }),
  );
};
/** A page for people. */
export const hypertext = always(
  whole({ ...jsonReply('<!doctype html><p>Sign in'), headers: [['content-type', 'text/html']] }),
);
/** A redirect to itself. */
export const circular: Manner = ({ request, socket }) => {
  socket.write(whole({ ...jsonReply('', 302), headers: [['location', request.target]] }));
};
/** Always too many requests. */
export const limited = always(whole(jsonReply('{}', 429)));
/** Every other request is rejected. */
export const flapping: Manner = ({ response, socket, before }) => {
  socket.write(before % 2 === 0 ? whole(response) : whole(jsonReply('{}', 503)));
};
/** A connection that is promised to stay, and closed at once. */
export const fickle: Manner = ({ response, socket }) => {
  socket.write(whole(response, ['connection', 'keep-alive']), () => socket.end());
};
