import { type Header, header } from '../wire/exchange.ts';

/**
 * Scheme and authority of the service as the client named them, for links in replies.
 * Forwarded headers are not trusted, nor is a Host that cannot be one.
 */
export function baseAddress(headers: readonly Header[]): string {
  const host = header(headers, 'host');
  return `http://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
}
