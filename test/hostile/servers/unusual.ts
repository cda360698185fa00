import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { HttpResponse } from '../../../src/http/exchange.ts';
import { conforming, type Manner } from './front.ts';
import { bare, chunk, head, lastChunk, whole } from './replies.ts';

/** HTTP/1.0: no length, the end of the connection ends the body. */
export const old: Manner = ({ response, socket }) => {
  socket.end(
    Buffer.concat([Buffer.from(head(response.status, bare(response.headers), '1.0')), response.body]),
  );
};

/** A connection for every response. */
export const closing: Manner = ({ response, socket }) => {
  socket.end(whole(response, ['connection', 'close']));
};

/** Other news before every response: that it takes a while, and what to load meanwhile. */
export const hinting: Manner = ({ response, socket }) => {
  const news = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
  socket.write(Buffer.concat([Buffer.from(news), whole(response)]));
};

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** That one may go on, though nobody asked whether: before every response, more than once, and among other news. */
export const continuing: Manner = ({ response, socket }) => {
  const news = `${goOn}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${goOn}HTTP/1.1 103 Early Hints\r\n\r\n`;
  socket.write(
    Buffer.concat([Buffer.from(`${news}HTTP/1.1 100 Go On\r\nx-odd: 1\r\n\r\n`), whole(response)]),
  );
};

/** The same at leisure, in pieces. */
export const hesitating: Manner = async ({ response, socket }) => {
  for (const piece of ['H', goOn.slice(1, 9), goOn.slice(9, -1), goOn.slice(-1)]) {
    socket.write(piece);
    await pause(1);
  }
  socket.write(whole(response));
};

const chunked =
  (size: number, trailers: readonly (readonly [string, string])[]): Manner =>
  ({ response, socket }) => {
    const pieces: Uint8Array[] = [
      Buffer.from(head(response.status, [...bare(response.headers), ['transfer-encoding', 'chunked']])),
    ];
    for (let at = 0; at < response.body.byteLength; at += size) {
      pieces.push(chunk(response.body.subarray(at, at + size)));
    }
    socket.write(Buffer.concat([...pieces, Buffer.from(lastChunk(trailers))]));
  };

/** A chunk for every byte. */
export const crumbling = chunked(1, []);
/** Headers after the body, one of them by the name of every object's ancestor. */
export const trailing = chunked(1000, [
  ['x-checksum', 'none'],
  ['__proto__', 'none'],
]);

const packing =
  (coding: string, pack: (bytes: Uint8Array) => Uint8Array): Manner =>
  (turn) =>
    turn.response.body.byteLength === 0
      ? conforming(turn)
      : conforming({ ...turn, response: packed(turn.response, coding, pack) });

const packed = (
  response: HttpResponse,
  coding: string,
  pack: (bytes: Uint8Array) => Uint8Array,
): HttpResponse => ({
  ...response,
  headers: [...response.headers, ['content-encoding', coding]],
  body: pack(response.body),
});

/** Packed though nobody asked. */
export const zipped = packing('gzip', gzipSync);
/** The same in other codings. */
export const deflated = packing('deflate', deflateSync);
export const brotlied = packing('br', brotliCompressSync);
export const standardised = packing('zstd', zstdCompressSync);

/** Headers by names that objects inherit, some of them twice. */
export const inheriting: Manner = ({ response, socket }) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'constructor'];
  socket.write(whole(response, ...names.map((name) => [name, 'x'] as const)));
};

/** Members by names that objects inherit, and one twice, beside the stated ones. */
export const crowded: Manner = ({ response, socket }) => {
  const more =
    '"__proto__":{"id":1},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":0,"own":1,"own":2';
  const text = Buffer.from(response.body)
    .toString()
    .replaceAll(/\{"(?=(data|id|type|timestamps|results)":)/g, `{${more},"`);
  socket.write(whole({ ...response, body: Buffer.from(text) }));
};

/** A byte order mark before the text. */
export const marked: Manner = ({ response, socket }) => {
  const isText = response.body.byteLength > 0;
  socket.write(
    whole({ ...response, body: Buffer.concat([Buffer.from(isText ? '\ufeff' : ''), response.body]) }),
  );
};

/** A pause before every response. */
export const slow =
  (ms: number): Manner =>
  async (turn) => {
    await pause(ms);
    await conforming(turn);
  };

/** One connection in twenty is dropped instead of a response. */
export const dropping: Manner = (turn) =>
  turn.before % 20 === 19 ? void turn.socket.destroy() : conforming(turn);
