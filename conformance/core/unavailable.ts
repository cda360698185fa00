import { type Exchange, type HttpResponse, isLost } from '../../src/http/exchange.ts';
import { isPage, shortServerMessage } from './server-message.ts';
import { wasRejected } from './status.ts';
import type { Fact, Unavailable } from './verdict.ts';

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

/** Why a target cannot be checked at all: a mistake of the operator, or no server is there. */
export type UnreachedReason =
  | Fact<'no operation'>
  | Fact<'other scheme', { scheme: 'HTTPS' | 'plain HTTP'; address: string }>
  | Fact<'lost', { detail: string; advice?: string | undefined }>
  /** `base`: the base URL to which it leads. */
  | Fact<'redirect', { status: number; where?: string | undefined; base?: string | undefined }>
  | Fact<'proxy'>
  | Fact<'not started', { seconds: number; saw: Starting }>
  | Fact<'nothing served', { missing: readonly Unavailable[]; isTokenGiven: boolean; search?: Search }>;

/** The status of a response, or why none came, while a target starts. */
export type Starting = number | string;

/** Where the API was looked for, and where something responded; `areCollections`: only collections were asked for. */
export type Search = {
  readonly tried: readonly string[];
  readonly areCollections: boolean;
  readonly found?: { readonly basePath: string; readonly status: number };
};

/** Thrown if a target cannot be checked at all. */
export class Unreached extends Error {
  readonly baseUrl: string;
  readonly reason: UnreachedReason;

  constructor(baseUrl: string, reason: UnreachedReason) {
    super(reason.kind);
    this.baseUrl = baseUrl;
    this.reason = reason;
  }
}
