import type { Call, Header } from '../../src/http/exchange.ts';
import { baseOf } from '../interface/operation-of.ts';

/** A request to any address. */
type ForeignRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
};

/** Tells the requests of the interface from everything else that a recording holds. */
type Ours = {
  /** The call below the base URL; undefined where a request goes elsewhere, which is counted. */
  readonly callOf: (request: ForeignRequest) => Call | undefined;
  /** The base URL: the one that was given, or that of the first request of the interface. */
  readonly baseUrl: () => string | undefined;
  /** How many requests went elsewhere. */
  readonly elsewhere: () => number;
  /** Requests of the interface to other base URLs, by base URL. */
  readonly others: () => ReadonlyMap<string, number>;
};

/** How many other base URLs are distinguished. */
const mostOthers = 100;

/** Takes the requests to one base URL; where none is given, to the first that a request of the interface went to. */
export function requestsTo(given?: string): Ours {
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
