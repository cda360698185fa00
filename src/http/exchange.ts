import type { AddressInfo } from 'node:net';
import type { Contract } from '../contract/contract.ts';

/** A header as it is sent, so that duplicates and letter case are kept. */
export type Header = readonly [name: string, value: string];

/**
 * One request as plain data. `target` is the raw path and query below the base URL. It is sent byte for byte, so it
 * may contain raw brackets and invalid percent signs.
 */
export type Call = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  /** Whether it must not go over a connection that was used before, which may have died since. */
  readonly freshConnection?: boolean;
  /** Whether it is to be accepted: what fails is sent again, in case something in front of the target kept it out. */
  readonly isDue?: boolean;
};

/** A response. `ms` is the time from the first byte sent to the last byte read, in milliseconds. */
export type Reply = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly ms: number;
  /** The call it answers, where that is another than the one asked for: it had to be sent again, changed. */
  readonly sent?: Call;
  /** What came first, if the call was sent again and then accepted. */
  readonly failedOnce?: Reply;
  /** What it says of the way to the target that the call was sent again and again, and this came each time. */
  readonly cameBack?: 'blocked' | 'always';
};

/**
 * The reason why there is no response, worded for a report. A network error is a value, never an exception.
 * `unsent`: not sent, because it could not or must not be, or because the run has ended.
 */
export type Lost = {
  readonly lost: 'timeout' | 'connection' | 'rejected' | 'oversize' | 'protocol' | 'unsent';
  readonly detail: string;
  /** What the user could configure so that it succeeds. */
  readonly remedy?: OptionRemedy;
  /** What the user should do outside of assay, as the end of a sentence. */
  readonly advice?: string;
  readonly ms: number;
};

/** An option of the command line that would help, with the value it should have. */
export type OptionRemedy = {
  readonly kind: 'option';
  readonly option: `--${string}`;
  readonly value: string;
};

/** A call and its outcome. */
export type Exchange = { readonly call: Call; readonly reply: Reply | Lost };

/** Anything that answers calls: the network, the stub in process, a handler, or middleware around any of them. */
export type Transport = (call: Call) => Promise<Reply | Lost>;

/** Wraps a transport: it may change calls and responses, or answer by itself. */
export type Middleware = (next: Transport) => Transport;

/** Middleware that breaks the contract, as a faulty server would. */
export type Mutant = (next: Transport, contract: Contract) => Transport;

/** Whether there was no reply. */
export const isLost = (reply: Reply | Lost): reply is Lost => 'lost' in reply;

/** The value of the first header with a name, in any letter case. */
export function header(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers)
    if (key.length === wanted.length && key.toLowerCase() === wanted) return value;
  return undefined;
}

/** Returns `reply` with another body, and with the length of that where it states one. */
export function withBody(reply: Reply, body: Uint8Array): Reply {
  const length = ['content-length', String(body.byteLength)] as const;
  const headers = reply.headers.map((pair) => (pair[0].toLowerCase() === 'content-length' ? length : pair));
  return { ...reply, headers, body };
}

/** A body as text: UTF-8, unless its first bytes are those of UTF-16, with a byte order mark or without. */
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
 * Whether a call over the loopback interface really comes from this machine: not from a proxy, not from a page of
 * another origin, and not through a foreign host name (DNS rebinding).
 */
export function isLocal({ headers }: Call): boolean {
  if (headers.some(([name]) => forwarding.test(name))) return false;
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value);
  if (hosts.length > 1 || hosts.some((host) => !localHost.test(host))) return false;
  if (/^(cross|same)-site$/i.test(header(headers, 'sec-fetch-site') ?? '')) return false;
  const [host] = hosts;
  const origin = header(headers, 'origin');
  return origin === undefined || origin === `http://${host}`;
}

/** Whether a URL leads to this very machine. */
export const isLoopback = (url: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\]|localhost|.+\.localhost)$/.test(
    new URL(url).hostname,
  );

/** The URL at which this machine reaches a server that listens there; one at `0.0.0.0` or `::` listens at all addresses. */
export function originOf({ address, family, port }: AddressInfo): string {
  if (family === 'IPv4') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

/** The token in the header Authorization; undefined where there is none, or not of the scheme Bearer. */
export const bearerToken = (headers: readonly Header[]): string | undefined =>
  /^bearer +(\S+)$/i.exec(header(headers, 'authorization')?.trim() ?? '')?.[1];
