import { type HttpRequest, isLost, pathIn } from '../../src/http/exchange.ts';
import { details } from '../core/lost-details.ts';
import { type TransportOf, unsent } from './ending.ts';

/** After so many time-outs in a row, requests of a kind are not sent. */
export const mostSilent = 40;

/** Gives up on a target that stopped responding, since each request would take a whole time-out. */
export function untilSilent<Request extends HttpRequest>(next: TransportOf<Request>): TransportOf<Request> {
  const silent = new Map<string, number>();
  return async (request) => {
    const kind = requestKindOf(request);
    if ((silent.get(kind) ?? 0) >= mostSilent) return unsent(details.silence(mostSilent));
    const response = await next(request);
    if (!isLost(response)) silent.delete(kind);
    else if (response.lost === 'timeout') silent.set(kind, (silent.get(kind) ?? 0) + 1);
    return response;
  };
}

const requestKindOf = ({ method, target }: HttpRequest): string =>
  `${method} ${pathIn(target).split('/').at(-1)}`;
