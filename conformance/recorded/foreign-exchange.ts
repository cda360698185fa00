import { type Call, type Header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import { baseOf } from '../core/operation-of.ts';
import type { AttemptPart, RecordedRecheck } from '../report/report.ts';

/** An exchange that somebody else sent. The target of its call is below the base URL; bodies are decoded. */
export type ForeignExchange = {
  readonly call: Call;
  readonly reply: Reply | Lost;
  /** The base URL that it was asked under, where that is another than the target's. */
  readonly askedAt?: string;
  /** When it began, in milliseconds since 1970; undefined if it is not known. */
  readonly startedAt?: number;
  /** Whether a check sent it: then it was asked as its operator has it asked. */
  readonly isOfCheck?: boolean;
  /** What it is a part of, where a check sent it. */
  readonly attempts?: readonly AttemptPart[];
  /** What it rechecks, where a check sent it. */
  readonly recheck?: RecordedRecheck;
};

/** Headers that rules read; what else foreign products send is not kept, since any of it may be secret. */
const readHeaders = [
  'accept',
  'age',
  'authorization',
  'cache-control',
  'content-type',
  'cookie',
  'date',
  'location',
  'retry-after',
];

/** Headers whose values are secrets, of which rules read the form at most. */
const secret = ['authorization', 'cookie'];

/** An exchange with what rules read, and nothing else of what foreign products put into headers. */
export function withoutUnreadHeaders(exchange: ForeignExchange): ForeignExchange {
  const { call, reply } = exchange;
  return {
    ...exchange,
    call: { ...call, headers: onlyReadHeaders(call.headers) },
    reply: isLost(reply) ? reply : { ...reply, headers: onlyReadHeaders(reply.headers) },
  };
}

const onlyReadHeaders = (headers: readonly Header[]): Header[] =>
  headers.flatMap(([name, value]): Header[] => {
    const plain = name.toLowerCase();
    if (!readHeaders.includes(plain)) return [];
    return [[plain, secret.includes(plain) ? concealed(value) : value]];
  });

/** Credentials without what makes them secret: the scheme stays. */
const concealed = (value: string): string => value.replace(/^(\w+ )?\S.*$/s, `$1${redactionMark}`);

type ForeignRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
};

/** Tells the requests of the interface from everything else that a recording holds. */
type InterfaceRequests = {
  /** The call below the base URL; undefined where a request goes elsewhere, which is counted. */
  readonly callOf: (request: ForeignRequest) => Call | undefined;
  /** The base URL: the one that was given, or that of the first request of the interface. */
  readonly baseUrl: () => string | undefined;
  readonly elsewhere: () => number;
  /** Requests of the interface to other base URLs, by base URL. */
  readonly others: () => ReadonlyMap<string, number>;
};

const mostOthers = 100;

/** Takes the requests to one base URL; where none is given, to the first that a request of the interface went to. */
export function requestsTo(given?: string): InterfaceRequests {
  let base = given;
  const others = new Map<string, number>();
  let elsewhere = 0;
  return {
    baseUrl: () => base,
    others: () => others,
    elsewhere: () => elsewhere,
    callOf: ({ url, method, headers, body }) => {
      const address = addressOf(url);
      const own = address && baseOf(address);
      base ??= own;
      if (address && base !== undefined && (address.startsWith(`${base}/`) || own === base)) {
        const target = address.slice(base.length);
        return { method, target, headers, ...(body === undefined ? {} : { body }) };
      }
      elsewhere += 1;
      if (own !== undefined && (others.size < mostOthers || others.has(own)))
        others.set(own, (others.get(own) ?? 0) + 1);
      return undefined;
    },
  };
}

/** An address with its origin in its plain form, and all after it as it was sent. */
function addressOf(url: string): string | undefined {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)([^#]*)/is.exec(url) ?? [];
  if (!URL.canParse(origin)) return undefined;
  return new URL(origin).origin + rest;
}
