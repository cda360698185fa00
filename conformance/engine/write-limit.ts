import { type HttpRequest, isLost, type OptionRemedy } from '../../src/http/exchange.ts';
import { mostWrites, type TransportOf, unsent } from './ending.ts';

export const defaultMaxWrites = 300;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

export const isWrite = ({ method }: Pick<HttpRequest, 'method'>): boolean => !safeMethods.includes(method);

/** Bounds the requests that create records, and as many that change or delete them. */
export function createWrites(most: number) {
  const more: OptionRemedy = {
    kind: 'option',
    option: '--max-writes',
    value: `${Math.min(Math.max(2 * most, defaultMaxWrites), mostWrites)}`,
  };
  const creations = { left: most, what: 'create records' };
  const changes = { left: most, what: 'change or delete records' };
  return {
    left: () => Math.min(creations.left, changes.left),
    more,
    over:
      <Request extends HttpRequest>(next: TransportOf<Request>): TransportOf<Request> =>
      async (request) => {
        if (!isWrite(request)) return next(request);
        const some = request.method === 'POST' ? creations : changes;
        if (some.left === 0) {
          const why = `this run may send no more than ${most} ${most === 1 ? 'request' : 'requests'} that ${some.what}`;
          return unsent(why, more);
        }
        some.left -= 1;
        const response = await next(request);
        // A limiter, a firewall or a closed port writes nothing.
        if (isLost(response) ? response.lost === 'rejected' : [403, 429].includes(response.status))
          some.left += 1;
        return response;
      },
  };
}
