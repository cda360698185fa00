import type { Socket } from 'node:net';
import { nodeHttp } from '../../http/node-http.ts';
import { reject, writeRejection } from '../replies/rejection.ts';

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Answers a request that is not valid HTTP, and closes the connection. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
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
