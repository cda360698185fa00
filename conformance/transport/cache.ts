import type { Call } from '../../src/http/exchange.ts';
import { onceForText } from '../../src/once.ts';

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

/** What a read asks for, however its parameters are spelled and ordered, and whether or not a cache may answer. */
export function askedBy({ method, target, headers }: Call): string {
  const told = headers.filter(([name]) => name.toLowerCase() !== 'cache-control');
  return JSON.stringify([method, wantedBy(target), told]);
}

/** What a target asks for, however its parameters are spelled and ordered: its path, a question mark, and they. */
export const wantedBy = onceForText((target) => {
  const [path = '', query = ''] = target.split('?');
  // An empty parameter asks for nothing.
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  return `${path}?${parameters.map(nameDecoded).toSorted().join('&')}`;
});

/** A parameter with its name decoded; its value may mean something else in another spelling. */
export const nameDecoded = onceForText((parameter) =>
  parameter.replace(/^[^=]*/, (name) => [...new URLSearchParams(name).keys()].join()),
);
