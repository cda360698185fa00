import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The first bytes of news before a reply (1xx). */
const newsStart = /^HTTP\/1\.[01] 1$/;
const startLength = 'HTTP/1.1 1'.length;
const goOn = /^HTTP\/1\.[01] 100[ \r]/;

/** The longest head that is waited for. */
const headLimit = 16 * 1024;
const headEnd = '\r\n\r\n';
const nothing: Buffer = Buffer.alloc(0);

/**
 * Connections on which `100 Continue` is not heard. A server may send it unasked, and more than once
 * (RFC 9110 §15.2); the client below takes that for a reply to nothing, and hangs up.
 */
export const unmovedByGoOn =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      passOver(socket);
      callback(null, socket);
    });

/** Only the first bytes after something was asked can be news; what comes unasked is passed on as it is. */
function passOver(socket: Socket): void {
  const push = socket.push.bind(socket);
  let answered = socket.bytesWritten;
  let held = nothing;

  const passOn = (bytes: Buffer): boolean => {
    answered = socket.bytesWritten;
    return push(bytes);
  };
  const sift = (bytes: Buffer): boolean => {
    let rest = bytes;
    while (rest.byteLength > 0) {
      if (!mayBeNews(rest)) return passOn(rest);
      const end = rest.indexOf(headEnd);
      if (end < 0 && rest.byteLength > headLimit) return passOn(rest);
      if (end < 0) {
        held = rest;
        return true;
      }
      const next = end + headEnd.length;
      if (!goOn.test(rest.toString('latin1', 0, startLength + 3))) push(rest.subarray(0, next));
      rest = rest.subarray(next);
    }
    return true;
  };
  socket.push = (chunk: Buffer | null): boolean => {
    const bytes = chunk === null ? held : Buffer.concat([held, chunk]);
    held = nothing;
    if (chunk !== null) return socket.bytesWritten === answered ? push(bytes) : sift(bytes);
    if (bytes.byteLength > 0) push(bytes);
    return push(null);
  };
}

const mayBeNews = (bytes: Buffer): boolean => {
  const start = bytes.toString('latin1', 0, startLength);
  return newsStart.test(`${start}${'HTTP/1.1 1'.slice(start.length)}`);
};
