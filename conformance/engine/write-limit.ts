import { type HttpRequest, isLost, type OptionRemedy } from '../../src/http/exchange.ts';
import { mostWrites, type TransportOf, unsent } from './ending.ts';

export const defaultMaxWrites = 300;

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

export const isWrite = ({ method }: Pick<HttpRequest, 'method'>): boolean => !safeMethods.includes(method);

export function createWrites(most: number) {
  let left = most;
  const more: OptionRemedy = {
    kind: 'option',
    option: '--max-writes',
    value: `${Math.min(Math.max(2 * most, defaultMaxWrites), mostWrites)}`,
  };
  return {
    left: () => left,
    more,
    over:
      <Request extends HttpRequest>(next: TransportOf<Request>): TransportOf<Request> =>
      async (request) => {
        // Other methods change or delete only what the run created.
        if (request.method !== 'POST') return next(request);
        if (left === 0) {
          const why = `this run may send no more than ${most} ${most === 1 ? 'request' : 'requests'} that create records`;
          return unsent(why, more);
        }
        left -= 1;
        const response = await next(request);
        // A limiter, a firewall or a closed port creates no record.
        if (isLost(response) ? response.lost === 'rejected' : [403, 429].includes(response.status)) left += 1;
        return response;
      },
  };
}
