import type { WithOperations } from '../../src/contract/operations.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
} from '../../src/http/exchange.ts';
import { redactionMark } from '../../src/secrets/names.ts';
import { hitHeaders } from '../core/cache-sign.ts';
import { baseOf } from '../core/operation-of.ts';
import type { RecordedExchange } from '../report/report.ts';

/** An exchange that others sent. Its target is below the base URL, and bodies are decoded. */
export type ForeignExchange = Pick<RecordedExchange, 'attempts' | 'recheck'> & {
  readonly request: HttpRequest;
  readonly response: HttpResponse | Lost;
  readonly startedAt?: number;
  /** Why nothing can be judged by it, such as a body that was not recorded. */
  readonly leftOut?: string;
  /** Whether a check sent it, with the headers of its operator. */
  readonly isOfCheck?: boolean;
};

/** Headers that rules and the engine read; others are not kept, since any may be secret. */
const readHeaders = [
  ...hitHeaders.map((name) => name.toLowerCase()),
  'accept', 'age', 'authorization', 'cache-control', 'content-encoding', 'content-type', 'cookie', 'etag', 'if-match',
  'location', 'retry-after', 'server',
]; // biome-ignore format: one glance

/** Headers of which only the form is kept. */
const secret = ['authorization', 'cookie'];

/** Leaves out headers that no rule reads; `placed` are those in which the contract places something. */
export function withoutUnreadHeaders(exchange: ForeignExchange, placed: readonly string[]): ForeignExchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, headers: onlyReadHeaders(request.headers, placed) },
    response: isLost(response)
      ? response
      : { ...response, headers: onlyReadHeaders(response.headers, placed) },
  };
}

const onlyReadHeaders = (headers: readonly Header[], placed: readonly string[]): Header[] =>
  headers.flatMap(([name, value]): Header[] => {
    const lowerName = name.toLowerCase();
    if (!readHeaders.includes(lowerName) && !placed.includes(lowerName)) return [];
    return [[lowerName, secret.includes(lowerName) ? concealed(value) : value]];
  });

const concealed = (value: string): string => value.replace(/^(\w+ )?\S.*$/s, `$1${redactionMark}`);

type ForeignRequest = Omit<HttpRequest, 'target'> & { readonly url: string };

const mostOthers = 100;

/** Selects the requests to one base URL; by default, that of the first request of the interface. */
export function requestsTo(contract: WithOperations, given?: string) {
  let base = given;
  const others = new Map<string, number>();
  let elsewhere = 0;
  return {
    baseUrl: (): string | undefined => base,
    others: (): ReadonlyMap<string, number> => others,
    elsewhere: (): number => elsewhere,
    requestOf: ({ url, method, headers, body }: ForeignRequest): HttpRequest | undefined => {
      const address = recordedOrigin(url);
      const own = address && baseOf(contract, address);
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

/** Normalizes only the origin of an address. */
function recordedOrigin(url: string): string | undefined {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)([^#]*)/is.exec(url) ?? [];
  if (!URL.canParse(origin)) return undefined;
  return new URL(origin).origin + rest;
}
