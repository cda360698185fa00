import type { Socket } from 'node:net';
import type { Header, HttpRequest } from '../../../src/http/exchange.ts';

/** What is done with one request; the next on the same connection waits until it is done. */
type OnRequest = (request: HttpRequest) => void | Promise<void>;

const headEnd = '\r\n\r\n';

/** Reads the requests that come on a connection, one after the other. Bodies have a Content-Length. */
export function readRequests(socket: Socket, onRequest: OnRequest): void {
  let unread = Buffer.alloc(0);
  let isBusy = false;
  const next = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let found = take(unread); found; found = take(unread)) {
      unread = found.rest;
      await onRequest(found.request);
    }
    isBusy = false;
  };
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    void next();
  });
  socket.once('end', () => socket.end());
}

function take(
  bytes: Buffer,
): { readonly request: HttpRequest; readonly rest: Buffer<ArrayBuffer> } | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = lines.map((line): Header => {
    const [name = '', ...value] = line.split(':');
    return [name, value.join(':').trim()];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const start = end + headEnd.length;
  if (bytes.byteLength < start + length) return undefined;
  const body = bytes.subarray(start, start + length);
  return { request: { method, target, headers, body }, rest: Buffer.from(bytes.subarray(start + length)) };
}
