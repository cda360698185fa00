import { type Header, header } from '../../http/exchange.ts';

/**
 * The scheme and authority by which the client reached the service, for links in responses.
 * Forwarded headers are not trusted, and neither is an invalid Host.
 */
export function baseAddress(headers: readonly Header[]): string {
  const host = header(headers, 'host');
  return `http://${host !== undefined && /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`;
}
