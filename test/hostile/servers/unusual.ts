import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Reply } from '../../../src/http/exchange.ts';
import { conforming, type Manner } from './front.ts';
import { bare, chunk, head, lastChunk, whole } from './replies.ts';

/** HTTP/1.0: no length, the end of the connection ends the body. */
export const old: Manner = ({ reply, socket }) => {
  socket.end(Buffer.concat([Buffer.from(head(reply.status, bare(reply.headers), '1.0')), reply.body]));
};

/** A connection for every reply. */
export const closing: Manner = ({ reply, socket }) => {
  socket.end(whole(reply, ['connection', 'close']));
};

/** Other news before every response: that it takes a while, and what to load meanwhile. */
export const hinting: Manner = ({ reply, socket }) => {
  const news = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
  socket.write(Buffer.concat([Buffer.from(news), whole(reply)]));
};

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** That one may go on, though nobody asked whether: before every response, more than once, and among other news. */
export const continuing: Manner = ({ reply, socket }) => {
  const news = `${goOn}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${goOn}HTTP/1.1 103 Early Hints\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(`${news}HTTP/1.1 100 Go On\r\nx-odd: 1\r\n\r\n`), whole(reply)]));
};

/** The same at leisure, in pieces. */
export const hesitating: Manner = async ({ reply, socket }) => {
  for (const piece of ['H', goOn.slice(1, 9), goOn.slice(9, -1), goOn.slice(-1)]) {
    socket.write(piece);
    await pause(1);
  }
  socket.write(whole(reply));
};

const chunked =
  (size: number, trailers: readonly (readonly [string, string])[]): Manner =>
  ({ reply, socket }) => {
    const pieces: Uint8Array[] = [
      Buffer.from(head(reply.status, [...bare(reply.headers), ['transfer-encoding', 'chunked']])),
    ];
    for (let at = 0; at < reply.body.byteLength; at += size) {
      pieces.push(chunk(reply.body.subarray(at, at + size)));
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
    turn.reply.body.byteLength === 0
      ? conforming(turn)
      : conforming({ ...turn, reply: packed(turn.reply, coding, pack) });

const packed = (reply: Reply, coding: string, pack: (bytes: Uint8Array) => Uint8Array): Reply => ({
  ...reply,
  headers: [...reply.headers, ['content-encoding', coding]],
  body: pack(reply.body),
});

/** Packed though nobody asked. */
export const zipped = packing('gzip', gzipSync);
/** The same in other codings. */
export const deflated = packing('deflate', deflateSync);
export const brotlied = packing('br', brotliCompressSync);
export const standardised = packing('zstd', zstdCompressSync);

/** Headers by names that objects inherit, some of them twice. */
export const inheriting: Manner = ({ reply, socket }) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__', 'constructor'];
  socket.write(whole(reply, ...names.map((name) => [name, 'x'] as const)));
};

/** Members by names that objects inherit, and one twice, beside the stated ones. */
export const crowded: Manner = ({ reply, socket }) => {
  const more =
    '"__proto__":{"id":1},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":0,"own":1,"own":2';
  const text = Buffer.from(reply.body)
    .toString()
    .replaceAll(/\{"(?=(data|id|type|timestamps|results)":)/g, `{${more},"`);
  socket.write(whole({ ...reply, body: Buffer.from(text) }));
};

/** A byte order mark before the text. */
export const marked: Manner = ({ reply, socket }) => {
  const isText = reply.body.byteLength > 0;
  socket.write(whole({ ...reply, body: Buffer.concat([Buffer.from(isText ? '\ufeff' : ''), reply.body]) }));
};

/** A pause before every reply. */
export const slow =
  (ms: number): Manner =>
  async (turn) => {
    await pause(ms);
    await conforming(turn);
  };

/** One connection in twenty is dropped instead of a reply. */
export const dropping: Manner = (turn) =>
  turn.before % 20 === 19 ? void turn.socket.destroy() : conforming(turn);
