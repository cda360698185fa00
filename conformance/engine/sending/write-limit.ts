import { ofKind, type WithOperations } from '../../../src/contract/operations.ts';
import { deleterOf } from '../../../src/contract/related-operations.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
  type OptionRemedy,
  type Transport,
} from '../../../src/http/exchange.ts';
import { details, unsent } from '../../core/lost-details.ts';
import { mostWrites } from '../option-defaults.ts';

export const defaultMaxWrites = 300;

/** For each operation that creates what the contract can delete. */
const mostThatCanGo = 500;

/** The default of a run. */
export const mostWritesFor = (contract: WithOperations): number =>
  Math.max(
    defaultMaxWrites,
    mostThatCanGo * ofKind(contract, 'create').filter((one) => deleterOf(contract, one) !== undefined).length,
  );

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

export const isWrite = ({ method }: Pick<HttpRequest, 'method'>): boolean => !safeMethods.includes(method);

/** Whether a response says that nothing was written: it is from a limiter, a firewall or a closed port. */
export const writesNothing = (response: HttpResponse | Lost): boolean =>
  isLost(response) ? response.lost === 'rejected' : [403, 429].includes(response.status);

/** What changes or deletes only what the run created may be sent so many times as often. */
const changesForCreation = 4;

/** Bounds the requests that create records, and those that change or delete them. */
export function createWrites(most: number) {
  const more: OptionRemedy = {
    kind: 'option',
    option: '--max-writes',
    value: `${Math.min(Math.max(2 * most, defaultMaxWrites), mostWrites)}`,
  };
  const boundOf = (does: 'create' | 'change or delete', bound: number) => ({ does, bound, left: bound });
  const creations = boundOf('create', most);
  const changes = boundOf('change or delete', changesForCreation * most);
  const spentOf = ({ bound, does }: typeof creations) => unsent(details.writes(bound, does), more);
  return {
    left: () => Math.min(creations.left, changes.left),
    more,
    /** Why no more may be sent, if so. */
    spent: () => {
      const bound = [creations, changes].find(({ left }) => left === 0);
      return bound && spentOf(bound);
    },
    over:
      <Request extends HttpRequest>(next: Transport<Request>): Transport<Request> =>
      async (request) => {
        if (!isWrite(request)) return next(request);
        const some = request.method === 'POST' ? creations : changes;
        if (some.left === 0) return spentOf(some);
        some.left -= 1;
        const response = await next(request);
        if (writesNothing(response)) some.left += 1;
        return response;
      },
  };
}
