import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { errors, type Dispatcher as Undici } from 'undici';
import manifest from '../../package.json' with { type: 'json' };
import { longestBody } from '../json/body.ts';
import { atOnce } from '../once.ts';
import { createDispatcher, resetCode } from './connections.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  header,
  type Lost,
  listHeader,
  type Transport,
} from './exchange.ts';
import { type Environment, type NamedProxy, proxyFor } from './proxy-variables.ts';
import { createCollector, nodeHttp } from './server.ts';

type NetworkOptions = {
  readonly connections: number;
  readonly timeout: number;
  readonly insecure?: boolean;
  readonly env?: Environment;
};

/** Firewalls block requests without a name (READINGS 28). */
const userAgent: Header = ['user-agent', `assay/${manifest.version}`];

/** A few kilobytes may unpack to the longest response, so bodies are unpacked one at a time. */
const oneByOne = atOnce(1);

/**
 * Creates a transport over HTTP to a base URL. It follows no redirects, never repeats a request, and returns a
 * {@link Lost} for every network error.
 */
export function network(
  baseUrl: string,
  { connections, timeout, insecure = false, env = process.env }: NetworkOptions,
): { readonly transport: Transport; readonly close: () => Promise<void> } {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const connect = { timeout, rejectUnauthorized: !insecure };
  const proxy = proxyFor(origin, env);
  let unsolicited: Lost | undefined;
  const dispatcherOf = (pipelining: number) =>
    createDispatcher(
      origin,
      { connections, headersTimeout: timeout, bodyTimeout: timeout, connect, pipelining },
      proxy,
    ).on('disconnect', (_origin, _targets, error) => {
      // After bytes that belong to no request, no response can be trusted.
      if (isUnsolicited(error)) unsolicited ??= { ...describeNetworkError(error, timeout), ms: 0 };
    });
  const kept = dispatcherOf(1);
  // Undici keeps no connection where nothing may be pipelined.
  const fresh = dispatcherOf(0);
  const attempt = async (request: HttpRequest): Promise<HttpResponse | Lost> => {
    const begin = performance.now();
    const ms = (): number => performance.now() - begin;
    const { method, target, headers, body, freshConnection, mostBytes = longestBody } = request;
    const options = {
      origin,
      method: method as 'GET',
      path: prefix + target,
      headers: (header(headers, 'user-agent') === undefined ? [...headers, userAgent] : headers).flat(),
      body: body ?? null,
    };
    try {
      const received = await receive(freshConnection ? fresh : kept, options, timeout, mostBytes);
      const pairs = Object.entries(received.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): Header => [name, one]),
      );
      const content = await oneByOne(() => decompress(received.body, pairs, mostBytes));
      if ('lost' in content) return { ...content, ms: ms() };
      return { status: received.status, headers: pairs, body: content, ms: ms() };
    } catch (error) {
      return {
        ...(proxy ? describeErrorBehind(proxy, error, timeout) : describeNetworkError(error, timeout)),
        ms: ms(),
      };
    }
  };
  const transport: Transport = async (request) => {
    if (unsolicited) return unsolicited;
    const invalid = request.headers.find((one) => !isHeader(one));
    if (!invalid) return attempt(request);
    const detail = `the header ${invalid[0]} contains a character that is not allowed`;
    return { lost: 'unsent', detail, ms: 0 };
  };
  const close = async (): Promise<void> => {
    await Promise.all([kept.destroy(), fresh.destroy()]);
  };
  return { transport, close };
}

/** Such a request must not reach undici, which would fail the next one as well. */
function isHeader([name, value]: Header): boolean {
  try {
    nodeHttp.validateHeaderName(name);
    nodeHttp.validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

type ReceivedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array<ArrayBuffer>;
};

const tooLong = (mostBytes: number): string => `the response is longer than ${mostBytes} bytes`;

class Oversize extends Error {}

/**
 * Receives one response whole, within `timeout` milliseconds, of at most `mostBytes`. A stream of undici would take a
 * quarter more time.
 */
function receive(
  dispatcher: Undici,
  request: Undici.DispatchOptions,
  timeout: number,
  mostBytes: number,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    let controller: Undici.DispatchController | undefined;
    let head: Omit<ReceivedResponse, 'body'> | undefined;
    let failure: Error | undefined;
    let collector = createCollector(mostBytes);
    const end = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const giveUp = (error: Error): void => {
      failure = error;
      end(error);
      controller?.abort(error);
    };
    const timer = setTimeout(() => giveUp(new DOMException('too late', 'TimeoutError')), timeout);
    dispatcher.dispatch(request, {
      onRequestStart: (opened) => {
        controller = opened;
        if (failure) opened.abort(failure);
      },
      onResponseStart: (_, status, headers) => {
        if (status < 200) return;
        head = { status, headers };
        const stated = Number(headers['content-length']);
        collector = createCollector(mostBytes, stated > 0 ? stated : 0);
      },
      onResponseData: (_, chunk) => {
        if (collector.length() + chunk.byteLength > mostBytes) giveUp(new Oversize(tooLong(mostBytes)));
        else collector.add(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        if (head) resolve({ ...head, body: collector.body() });
      },
      onResponseError: (_, error) => end(error),
    });
  });
}

// Accessed through the module: an old Node would reject the import of these names.

type Decompress = (
  body: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array<ArrayBuffer>>;

const codings = new Map<string, Decompress>([
  ['gzip', promisify(zlib.gunzip)],
  ['x-gzip', promisify(zlib.gunzip)],
  ['deflate', promisify(zlib.inflate)],
  ['br', promisify(zlib.brotliDecompress)],
  // Made when it is used: a Node that is too old has none, and has to come as far as the sentence about that.
  ['zstd', (body, options) => promisify(zlib.zstdDecompress)(body, options)],
]);

const mostLayers = 3;

/** Removes content codings: a server may use them unasked (RFC 9110 §12.5.3). */
async function decompress(
  body: Uint8Array,
  headers: readonly Header[],
  mostBytes: number,
): Promise<Uint8Array | Pick<Lost, 'lost' | 'detail'>> {
  const names = listHeader(headers, 'content-encoding')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (body.byteLength === 0) return body;
  let content: Uint8Array = body;
  for (const name of names.toReversed()) {
    const coding = codings.get(name);
    if (!coding || names.length > mostLayers)
      return {
        lost: 'protocol',
        detail: `the response uses the content coding ${names.join(', ').slice(0, 60)}, which is not supported`,
      };
    try {
      content = await coding(content, { maxOutputLength: mostBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? {
            lost: 'oversize',
            detail: `${tooLong(mostBytes)} after decompression (${name})`,
          }
        : {
            lost: 'protocol',
            detail: `the response declares the content coding ${name} but cannot be decompressed`,
          };
    }
  }
  return content;
}

type NetworkError = Pick<Lost, 'lost' | 'detail' | 'advice' | 'remedy'>;

const orSkip = 'or skip verification with --insecure';
const renew = `renew it, ${orSkip}`;
const otherName = `use a host name that it covers, ${orSkip}`;
const trust = `add its authority to NODE_EXTRA_CA_CERTS, ${orSkip}`;
const untrusted = 'is not signed by a trusted authority';

const certificates: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  CERT_HAS_EXPIRED: ['has expired', renew],
  CERT_NOT_YET_VALID: ['is not valid yet', renew],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another host', otherName],
  DEPTH_ZERO_SELF_SIGNED_CERT: [untrusted, trust],
  SELF_SIGNED_CERT_IN_CHAIN: [untrusted, trust],
  UNABLE_TO_GET_ISSUER_CERT: [untrusted, trust],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [untrusted, trust],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [untrusted, trust],
};

const reset: NetworkError = {
  lost: 'connection',
  detail: 'the connection was reset before the response was complete',
};

const noMoreFiles = (code: string, whose: string): NetworkError => ({
  lost: 'connection',
  detail: `assay could not open a connection, since ${whose} may open no more files (${code}), a limit of this machine`,
  advice: 'raise it (ulimit -n), or use --concurrency 1',
  remedy: {
    kind: 'option',
    option: '--concurrency',
    value: '1, or a higher limit of open files (ulimit -n)',
  },
});

const networkErrors: Readonly<Record<string, NetworkError>> = {
  ECONNREFUSED: { lost: 'rejected', detail: 'the server rejects connections' },
  ECONNRESET: reset,
  [resetCode]: reset,
  EMFILE: noMoreFiles('EMFILE', 'it'),
  ENFILE: noMoreFiles('ENFILE', 'this machine'),
  ERR_SSL_WRONG_VERSION_NUMBER: {
    lost: 'connection',
    detail: 'the server does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    advice: 'use http://, or the port that serves TLS',
  },
  ENOTFOUND: { lost: 'connection', detail: 'the host name does not exist' },
  EAI_AGAIN: { lost: 'connection', detail: 'the host name could not be resolved' },
  UND_ERR_HEADERS_OVERFLOW: {
    lost: 'protocol',
    detail: 'the headers of the response are longer than 16 KiB',
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    lost: 'connection',
    detail: 'the connection ended before the body was as long as its Content-Length',
  },
};

const unsolicited = 'bad response';

/** A response that was cut off is not unsolicited. */
const isUnsolicited = (error: Error): boolean =>
  error.message === unsolicited || (error instanceof errors.HTTPParserError && !isCutOff(error));

const isCutOff = ({ message }: Error): boolean => message.includes('(Invalid EOF state)');

function describeNetworkError(error: unknown, timeout: number): NetworkError {
  const { name, code = '', message } = error as Error & { code?: string };
  if (error instanceof Oversize) return { lost: 'oversize', detail: message };
  const slow =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  if (slow || name === 'TimeoutError')
    return {
      lost: 'timeout',
      detail: `no complete response within ${timeout} ms`,
      remedy: { kind: 'option', option: '--timeout', value: `${3 * timeout}` },
    };
  const certificate = certificates[code];
  if (certificate) {
    const [problem, advice] = certificate;
    return { lost: 'connection', detail: `the certificate ${problem} (${code})`, advice };
  }
  if (message === unsolicited)
    return {
      lost: 'protocol',
      detail: 'the target sent an unrequested response (a second one or, behind a proxy, 100 Continue)',
    };
  if (error instanceof errors.HTTPParserError && !isCutOff(error))
    return { lost: 'protocol', detail: `the target sent something that is not HTTP (${message})` };
  if (error instanceof errors.SocketError || error instanceof errors.HTTPParserError)
    return {
      lost: 'connection',
      detail: 'the target closed the connection before the response was complete',
    };
  return networkErrors[code] ?? { lost: 'connection', detail: `the connection failed (${code || message})` };
}

/** What a proxy does that cannot be reached, or that opens no connection to the server, by the code of the error. */
const proxyErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'rejects connections',
  ENOTFOUND: 'has a host name that does not exist',
  EAI_AGAIN: 'has a host name that could not be resolved',
  EHOSTUNREACH: 'cannot be reached (EHOSTUNREACH)',
  ENETUNREACH: 'cannot be reached (ENETUNREACH)',
  UND_ERR_PRX_CONN: 'closes the connection',
  UND_ERR_PRX_TLS: 'has a certificate for another host',
};

/** As undici writes the status of a proxy that passes nothing on. */
const proxyStatus = /^Proxy .*\((\d{3})\)/;

/** Describes an error of a request through a proxy. Each names the variable: the proxy may be the cause of all of them. */
function describeErrorBehind({ variable, host }: NamedProxy, error: unknown, timeout: number): NetworkError {
  const { code = '', message } = error as Error & { code?: string };
  const proxy = `the proxy that ${variable} names`;
  const status = proxyStatus.exec(message)?.[1];
  if (status === '407')
    return {
      lost: 'rejected',
      detail: `${proxy} asks for credentials (407)`,
      advice: `write them into ${variable}, before the host: NAME:PASSWORD@`,
    };
  if (status !== undefined)
    return { lost: 'rejected', detail: `${proxy} opens no connection to the server (${status})` };
  const problem = proxyErrors[code];
  if (problem === undefined) {
    const { detail, ...rest } = describeNetworkError(error, timeout);
    return { ...rest, detail: `${detail}, through ${proxy}` };
  }
  return {
    lost: 'rejected',
    detail: `${proxy} ${problem}`,
    advice: `correct ${variable}, or set NO_PROXY=${host}`,
  };
}
