import { STATUS_CODES } from 'node:http';
import type { Header, HttpResponse } from '../../../src/http/exchange.ts';

/** A status line and headers, ready for the wire. */
export const head = (status: number, headers: readonly Header[], version = '1.1'): string =>
  [
    `HTTP/${version} ${status} ${STATUS_CODES[status] ?? 'Odd'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** A response, ready for the wire, with its length and whatever headers are added. */
export const whole = (
  { status, headers, body }: Pick<HttpResponse, 'status' | 'headers' | 'body'>,
  ...added: Header[]
) =>
  Buffer.concat([
    Buffer.from(head(status, [...bare(headers), ['content-length', String(body.byteLength)], ...added])),
    body,
  ]);

/** The headers of a response but its length: another one says how the body is delimited. */
export const bare = (headers: readonly Header[]): Header[] =>
  headers.filter(([name]) => name.toLowerCase() !== 'content-length');

/** A JSON body as a response. */
export const jsonReply = (text: string | Uint8Array, status = 200): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(text),
  ms: 0,
});

/** One chunk of a chunked body. */
export const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** The end of a chunked body, trailers included. */
export const lastChunk = (trailers: readonly Header[] = []): string =>
  `0\r\n${trailers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
