import type { Socket } from 'node:net';
import { buildConnector, EnvHttpProxyAgent, Pool } from 'undici';
import { UserError } from '../errors.ts';
import { isLoopback } from './exchange.ts';

export type Dispatcher = Pool | EnvHttpProxyAgent;

export type Environment = Readonly<Record<string, string | undefined>>;

type ConnectionOptions = Omit<Pool.Options, 'connect'> & {
  readonly connect: { readonly timeout: number; readonly rejectUnauthorized: boolean };
};

const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/**
 * A server on this machine is reached without a proxy: what is allowed only there, such as POST requests without
 * consent, must not go elsewhere.
 */
export function createDispatcher(origin: string, options: ConnectionOptions, env: Environment): Dispatcher {
  const named = proxyVariables.filter((name) => (env[name] ?? '') !== '');
  const connect = withPreparedSocket(buildConnector(options.connect));
  if (named.length === 0 || isLoopback(origin)) return new Pool(origin, { ...options, connect });
  const proxies = {
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  };
  try {
    return new EnvHttpProxyAgent({ ...options, ...proxies, connect, requestTls: options.connect });
  } catch {
    throw new UserError(
      `${named.join(' or ')} does not name a proxy; write it like http://proxy.example:3128.`,
    );
  }
}

/** The environment for other programs, in which no request to this machine goes through a proxy. */
export function sparingLoopback(env: Environment): Environment {
  if (!proxyVariables.some((name) => env[name])) return env;
  const exempt = [env.no_proxy ?? env.NO_PROXY, '127.0.0.1', 'localhost', '::1'].filter(Boolean).join(',');
  return { ...env, no_proxy: exempt, NO_PROXY: exempt };
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
  let answered = socket.bytesWritten;
  let held = nothing;

  const passOn = (bytes: Buffer): boolean => {
    answered = socket.bytesWritten;
    return push(bytes);
  };
  const filter = (bytes: Buffer): boolean => {
    let rest = bytes;
    while (rest.byteLength > 0) {
      if (!mayBeInformational(rest)) return passOn(rest);
      const end = rest.indexOf(headEnd);
      if (end < 0 && rest.byteLength > headLimit) return passOn(rest);
      if (end < 0) {
        held = rest;
        return true;
      }
      const next = end + headEnd.length;
      if (!continueStart.test(rest.toString('latin1', 0, startLength + 3))) push(rest.subarray(0, next));
      rest = rest.subarray(next);
    }
    return true;
  };
  socket.push = (chunk: Buffer | null): boolean => {
    const bytes = chunk === null ? held : Buffer.concat([held, chunk]);
    held = nothing;
    if (chunk !== null) return socket.bytesWritten === answered ? push(bytes) : filter(bytes);
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
