import type { Socket } from 'node:net';
import { buildConnector, Pool, ProxyAgent } from 'undici';
import type { NamedProxy } from './proxy-variables.ts';

type ConnectionOptions = Omit<Pool.Options, 'connect'> & {
  readonly connect: { readonly timeout: number; readonly rejectUnauthorized: boolean };
};

export function createDispatcher(origin: string, options: ConnectionOptions, proxy?: NamedProxy) {
  const connect = withPreparedSocket(buildConnector(options.connect));
  return proxy === undefined
    ? new Pool(origin, { ...options, connect })
    : new ProxyAgent({ ...options, uri: proxy.url, connect, requestTls: options.connect });
}

const informationalStart = /^HTTP\/1\.[01] 1$/;
const startLength = 'HTTP/1.1 1'.length;
const continueStart = /^HTTP\/1\.[01] 100[ \r]/;

const headLimit = 16 * 1024;
const headEnd = '\r\n\r\n';
const nothing: Buffer = Buffer.alloc(0);

/**
 * Drops `100 Continue` responses. A server may send them unasked (RFC 9110 §15.2), but undici closes the connection.
 * Only the first bytes after a request can be informational; others are passed on.
 */
function dropContinue(socket: Socket): void {
  const push = socket.push.bind(socket);
  let writtenBefore = socket.bytesWritten;
  let unread = nothing;

  const passOn = (bytes: Buffer): boolean => {
    writtenBefore = socket.bytesWritten;
    return push(bytes);
  };
  const filter = (bytes: Buffer): boolean => {
    let rest = bytes;
    while (rest.byteLength > 0) {
      if (!mayBeInformational(rest)) return passOn(rest);
      const end = rest.indexOf(headEnd);
      if (end < 0 && rest.byteLength > headLimit) return passOn(rest);
      if (end < 0) {
        unread = rest;
        return true;
      }
      const next = end + headEnd.length;
      if (!continueStart.test(rest.toString('latin1', 0, startLength + 3))) push(rest.subarray(0, next));
      rest = rest.subarray(next);
    }
    return true;
  };
  socket.push = (chunk: Buffer | null): boolean => {
    const bytes = chunk === null ? unread : Buffer.concat([unread, chunk]);
    unread = nothing;
    if (chunk !== null) return socket.bytesWritten === writtenBefore ? push(bytes) : filter(bytes);
    if (bytes.byteLength > 0) push(bytes);
    return push(null);
  };
}

const mayBeInformational = (bytes: Buffer): boolean => {
  const start = bytes.toString('latin1', 0, startLength);
  return informationalStart.test(`${start}${'HTTP/1.1 1'.slice(start.length)}`);
};

/** Replaces `ECONNRESET`, which undici takes for the end of a body without a length. */
export const resetCode = 'ASSAY_RESET';

const withPreparedSocket =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      dropContinue(socket);
      // This listener runs before that of undici, which is added later.
      socket.on('error', (failure: Error & { code?: string }) => {
        if (failure.code === 'ECONNRESET') failure.code = resetCode;
      });
      callback(null, socket);
    });
