import type { AddressInfo } from 'node:net';
import type { Contract } from '../contract/contract.ts';

/** A header as it is sent, so that duplicates and letter case are kept. */
export type Header = readonly [name: string, value: string];

/** `target` is the raw path and query below the base URL; it may contain raw brackets and invalid percent signs. */
export type HttpRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  /** Whether it must not use an open connection, which may have died. */
  readonly freshConnection?: boolean;
  /** The longest body of a response that is read, in bytes, if that is less than of any. */
  readonly mostBytes?: number;
};

/** `ms` is the time from the first byte sent to the last byte read. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly ms: number;
};

/** Why there is no response. `unsent`: the request could not or must not be sent, or the run has ended. */
export type Lost = {
  readonly lost: 'timeout' | 'connection' | 'rejected' | 'oversize' | 'protocol' | 'unsent';
  readonly detail: string;
  /** What the user could configure so that it succeeds. */
  readonly remedy?: OptionRemedy;
  /** What the user should do, as the end of a sentence. */
  readonly advice?: string;
  readonly ms: number;
};

export type OptionRemedy = {
  readonly kind: 'option';
  readonly option: `--${string}`;
  readonly value: string;
};

/** A request and its outcome. */
export type Exchange = { readonly request: HttpRequest; readonly response: HttpResponse | Lost };

/** Returns a response to each request: the network, the stub in process, a handler, or middleware. */
export type Transport<Request extends HttpRequest = HttpRequest> = (
  request: Request,
) => Promise<HttpResponse | Lost>;

/** Wraps a transport: it may change requests and responses, or answer by itself. */
export type Middleware = (next: Transport) => Transport;

/** Breaks the contract, as a faulty server would. */
export type Mutant = (next: Transport, contract: Contract) => Transport;

export const isLost = (response: HttpResponse | Lost): response is Lost => 'lost' in response;

/** The parameters in the query of a target or a link, decoded; none without a query. */
export const queryIn = (target: string): URLSearchParams => new URLSearchParams(target.split('?')[1] ?? '');

/** A target without its query. */
export const pathIn = (target: string): string => target.split('?', 1)[0] ?? '';

/** A target with one more pair of a name and a value, as a query writes them. */
export const withPair = (target: string, pair: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}${pair}`;

/** A target in which each pair of a name in its query is replaced by what `change` makes of its value. */
export function withChangedPairs(
  target: string,
  name: string,
  change: (value: string, pair: string) => readonly string[],
): string {
  const end = target.indexOf('?');
  if (end < 0) return target;
  const pairs = target
    .slice(end + 1)
    .split('&')
    .flatMap((pair) => {
      const [[own, value = ''] = []] = [...new URLSearchParams(pair)];
      return own === name ? change(value, pair) : [pair];
    });
  const path = target.slice(0, end);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** Headers without those of a name, in whatever letter case. */
export function withoutHeader(headers: readonly Header[], name: string): Header[] {
  const unwanted = name.toLowerCase();
  return headers.filter(([other]) => other.toLowerCase() !== unwanted);
}

/** The value of the first header of a name, in whatever letter case; undefined if there is none. */
export function header(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers)
    if (key.length === wanted.length && key.toLowerCase() === wanted) return value;
  return undefined;
}

/** The value of a header that is a list, which may have several lines (RFC 9110 §5.3); empty if there is none. */
export const listHeader = (headers: readonly Header[], name: string): string =>
  headers.flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : [])).join(', ');

export function withBody(response: HttpResponse, body: Uint8Array): HttpResponse {
  const length = ['content-length', String(body.byteLength)] as const;
  const headers = response.headers.map((pair) =>
    pair[0].toLowerCase() === 'content-length' ? length : pair,
  );
  return { ...response, headers, body };
}

/** Decodes UTF-8, or UTF-16 with or without a byte order mark. */
export function bodyText(body: Uint8Array): string {
  const [first, second, third, fourth] = body;
  const isLittle = (first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth);
  return (isLittle ? littleEndian : isBig ? bigEndian : utf8).decode(body);
}

const utf8 = new TextDecoder();
const littleEndian = new TextDecoder('utf-16le');
const bigEndian = new TextDecoder('utf-16be');

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const forwarding = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|.*-(client|connecting)-ip)$/i;

/**
 * Whether a request really comes from this machine: not from a proxy, a page of another origin, or through a foreign
 * host name (DNS rebinding).
 */
export function isLocal({ headers }: HttpRequest): boolean {
  if (headers.some(([name]) => forwarding.test(name))) return false;
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value);
  if (hosts.length > 1 || hosts.some((host) => !localHost.test(host))) return false;
  if (/^(cross|same)-site$/i.test(header(headers, 'sec-fetch-site') ?? '')) return false;
  const [host] = hosts;
  const origin = header(headers, 'origin');
  return origin === undefined || origin === `http://${host}`;
}

export const isLoopback = (url: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|localhost|.+\.localhost)$/.test(
    new URL(url).hostname,
  );

/** The URL at which this machine reaches a server; `0.0.0.0` and `::` mean all addresses. */
export function originOf({ address, family, port }: AddressInfo): string {
  if (family === 'IPv4') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

export const bearerToken = (headers: readonly Header[]): string | undefined =>
  /^bearer +(\S+)$/i.exec(header(headers, 'authorization')?.trim() ?? '')?.[1];
