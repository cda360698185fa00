import { type Call, header } from '../../wire/exchange.ts';

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether a call that came over loopback was meant for it: not passed on from elsewhere, not sent by a page of
 * another origin, not led here by a name that somebody else holds.
 */
export function isLocal({ headers }: Call): boolean {
  if (forwarding.some((name) => header(headers, name) !== undefined)) return false;
  const host = header(headers, 'host');
  if (host !== undefined && !localHost.test(host)) return false;
  const origin = header(headers, 'origin');
  return origin === undefined || origin === `http://${host}`;
}
