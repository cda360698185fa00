import type { Call } from '../../src/http/exchange.ts';
import { operationOf } from '../interface/operation-of.ts';
import type { Entry } from './har.ts';

/** Tells the requests of the interface from everything else that a recording holds. */
export type Ours = {
  /** The call below the base URL; undefined where the entry is another host's, or of no operation. */
  readonly callOf: (entry: Entry) => Call | undefined;
  /** The base URL: the one that was given, or that of the first entry of the interface. */
  readonly baseUrl: () => string | undefined;
  /** Requests of the interface to other base URLs, by base URL, where none was given. */
  readonly others: () => ReadonlyMap<string, number>;
};

/** Takes the requests to one base URL; where none is given, to the first that a request of the interface went to. */
export function requestsOf(given?: string): Ours {
  let base = given;
  const others = new Map<string, number>();
  return {
    baseUrl: () => base,
    others: () => others,
    callOf: ({ url, method, headers, body }) => {
      const own = baseOf(url);
      if (own === undefined) return undefined;
      base ??= own;
      if (own !== base) {
        others.set(own, (others.get(own) ?? 0) + 1);
        return undefined;
      }
      const target = url.href.slice(base.length);
      return { method, target, headers, ...(body === undefined ? {} : { body }) };
    },
  };
}

/** Where the path of each operation begins. */
const beginnings = ['/v2/application-keys', '/subscriptions/subscriptions', '/pcm/hierarchies/'];

/** The base URL of a request of the interface: what stands in front of the path of its operation. */
function baseOf({ origin, pathname }: URL): string | undefined {
  if (operationOf({ target: pathname }) === undefined) return undefined;
  const places = beginnings.map((beginning) => pathname.lastIndexOf(beginning)).filter((place) => place >= 0);
  return origin + pathname.slice(0, Math.max(0, ...places));
}
