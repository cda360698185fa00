import { type Exchange, isLost, type Reply } from '../../src/http/exchange.ts';
import { shortServerMessage } from './server-message.ts';

/** Whether a response says that what was asked for is not there. */
export const isGone = ({ status }: Reply): boolean => [404, 405, 501].includes(status);

/** Whether a response rejects the token, or that there is none. */
export const isOutside = ({ status }: Reply): boolean => status === 401 || status === 403;

/** Headers that requests carry, or whose absence is a matter of the contract. */
const known = [
  'accept',
  'content-type',
  'content-length',
  'user-agent',
  'accept-language',
  'accept-encoding',
];

/** The name of a header that a rejection asks for and the request lacked, such as `X-Tenant`. */
export function headerAskedFor(exchange: Exchange): string | undefined {
  const { call, reply } = exchange;
  if (isLost(reply) || reply.status < 400 || reply.status > 499) return undefined;
  const words = shortServerMessage(exchange);
  if (!/\bheaders?\b/i.test(words)) return undefined;
  const sent = call.headers.map(([name]) => name.toLowerCase());
  const names = words.match(/\b[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)+\b/g) ?? [];
  return names.find((name) => ![...known, ...sent].includes(name.toLowerCase()));
}
