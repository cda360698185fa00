import type { HttpRequest } from '../../../src/http/exchange.ts';

/** Makes a cache by which equal requests share one exchange. */
export function createRequestCache<T>(
  name: (request: HttpRequest) => string = keyOfRequest,
): (request: HttpRequest, send: (request: HttpRequest) => Promise<T>) => Promise<T> {
  const shared = new Map<string, Promise<T>>();
  return (request, send) => {
    const key = name(request);
    const known = shared.get(key) ?? send(request);
    shared.set(key, known);
    return known;
  };
}

export const keyOfRequest = ({ method, target, headers, body }: HttpRequest): string =>
  JSON.stringify([method, target, headers, body ? Buffer.from(body).toString('latin1') : null]);
