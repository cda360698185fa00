import type { Call } from '../../src/http/exchange.ts';

/** Shares what equal calls bring within one run. */
export type RequestCache<T> = (call: Call, send: (call: Call) => Promise<T>) => Promise<T>;

/** Makes the cache of a run: equal calls share one exchange. */
export function createRequestCache<T>(name: (call: Call) => string = keyOf): RequestCache<T> {
  const shared = new Map<string, Promise<T>>();
  return (call, send) => {
    const key = name(call);
    const known = shared.get(key) ?? send(call);
    shared.set(key, known);
    return known;
  };
}

/** Two calls with the same key are equal. */
export const keyOf = ({ method, target, headers, body }: Call): string =>
  JSON.stringify([method, target, headers, body ? Buffer.from(body).toString('latin1') : null]);
