import { type Call, header } from './exchange.ts';

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether a call over the loopback interface really comes from this machine: not from a proxy, not from a page of
 * another origin, and not through a foreign host name (DNS rebinding).
 */
export function isLocal({ headers }: Call): boolean {
  if (forwarding.some((name) => header(headers, name) !== undefined)) return false;
  const host = header(headers, 'host');
  if (host !== undefined && !localHost.test(host)) return false;
  const origin = header(headers, 'origin');
  return origin === undefined || origin === `http://${host}`;
}
