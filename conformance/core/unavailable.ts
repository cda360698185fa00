import { type Exchange, type HttpResponse, isLost } from '../../src/http/exchange.ts';
import { isPage, shortServerMessage } from './server-message.ts';
import { wasRejected } from './status.ts';
import type { Unavailable } from './verdict.ts';

/** What shows that an operation or a collection cannot be judged. */
export const shownExchange = (request: string, exchange: Exchange): NonNullable<Unavailable['shown']> => ({
  request,
  status: isLost(exchange.response) ? 0 : exchange.response.status,
  message: shortServerMessage(exchange),
  isPage: isPage(exchange),
});

/** Whether a response says that the operation is not there. */
export const isGone = ({ status }: HttpResponse): boolean => [404, 405, 501].includes(status);

export const isOutside = ({ status }: HttpResponse): boolean => status === 401 || status === 403;

const headersOfContract = [
  'accept',
  'content-type',
  'content-length',
  'user-agent',
  'accept-language',
  'accept-encoding',
];

export function headerAskedFor(exchange: Exchange): string | undefined {
  const { request, response } = exchange;
  if (!wasRejected(exchange) || isLost(response)) return undefined;
  const words = shortServerMessage(exchange);
  if (!/\bheaders?\b/i.test(words)) return undefined;
  const sent = request.headers.map(([name]) => name.toLowerCase());
  const names = words.match(/\b[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)+\b/g) ?? [];
  return names.find((name) => ![...headersOfContract, ...sent].includes(name.toLowerCase()));
}

/** What a response to the first request shows of an operation or a collection that cannot be judged; undefined if it can be. */
export function stateShown(exchange: Exchange): Unavailable['state'] | undefined {
  if (isLost(exchange.response)) return undefined;
  if (headerAskedFor(exchange) !== undefined) return 'asks for a header';
  if (isGone(exchange.response)) return 'not implemented';
  return isOutside(exchange.response) ? 'not let in' : undefined;
}

/** Whether a response shows that an operation is there, or says nothing of it. */
export const isServed = (exchange: Exchange): boolean =>
  isLost(exchange.response) || stateShown(exchange) === undefined;
