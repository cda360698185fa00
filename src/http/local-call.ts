import { type Call, header } from './exchange.ts';

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const forwarding = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|.*-(client|connecting)-ip)$/i;

/**
 * Whether a call over the loopback interface really comes from this machine: not from a proxy, not from a page of
 * another origin, and not through a foreign host name (DNS rebinding).
 */
export function isLocal({ headers }: Call): boolean {
  if (headers.some(([name]) => forwarding.test(name))) return false;
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value);
  if (hosts.length > 1 || hosts.some((host) => !localHost.test(host))) return false;
  if (/^(cross|same)-site$/i.test(header(headers, 'sec-fetch-site') ?? '')) return false;
  const [host] = hosts;
  const origin = header(headers, 'origin');
  return origin === undefined || origin === `http://${host}`;
}
