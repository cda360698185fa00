import { type HttpResponse, header } from '../../src/http/exchange.ts';

/** In which a cache says that a response is its own. */
export const hitHeaders = ['X-Cache', 'CF-Cache-Status'];

/** The header by which a cache shows that it sent a response, such as `Age: 7`. */
export function signOfCache({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  const age = header(headers, 'age') ?? '';
  if (Number(age) > 0) return `Age: ${age}`;
  for (const name of hitHeaders) {
    const value = header(headers, name) ?? '';
    if (/\bhit\b/i.test(value)) return `${name}: ${value.slice(0, 40)}`;
  }
  return undefined;
}
