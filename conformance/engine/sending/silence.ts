import type { WithOperations } from '../../../src/contract/operations.ts';
import { type HttpRequest, isLost, type Transport } from '../../../src/http/exchange.ts';
import { details, unsent } from '../../core/lost-details.ts';
import { operationAsked } from '../../core/operation-of.ts';

/** After so many time-outs in a row, an operation gets no more requests. */
export const mostSilent = 40;

/**
 * Gives up on operations that stopped responding, since each request would take a whole time-out. What asks for no
 * operation of the contract counts together.
 */
export function untilSilent<Request extends HttpRequest>(
  contract: WithOperations,
  next: Transport<Request>,
): Transport<Request> {
  const silent = new Map<string | undefined, number>();
  return async (request) => {
    const operation = operationAsked(contract, request)?.id;
    if ((silent.get(operation) ?? 0) >= mostSilent) return unsent(details.silence(mostSilent));
    const response = await next(request);
    if (!isLost(response)) silent.delete(operation);
    else if (response.lost === 'timeout') silent.set(operation, (silent.get(operation) ?? 0) + 1);
    return response;
  };
}
