// Other ways to request a listing, which the specification leaves open.

import { listOf } from '../../../src/contract/list.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import {
  agreed,
  bodyOf,
  observation,
  observations,
  other,
  outcomeAs,
  productsIn,
} from '../../core/observation.ts';
import { profileOf } from '../../core/profiles.ts';
import { isAccepted } from '../../core/status.ts';
import type { NodeTarget } from '../../core/target.ts';
import { tried, tryReads } from '../../create/observations.ts';
import { askOtherwise, isDefaultPage } from '../pages/observations.ts';
import { listingRequest, wholeQuery } from '../query.ts';

const unknown = {
  hierarchy: 'a55a4000-0000-4000-8000-0000000000b1',
  node: 'a55a4000-0000-4000-8000-0000000000b2',
};

export default observations('list', [
  observation('trailing-slash', {
    gather: askOtherwise(0, { limit: 2 }, (request) => ({
      ...request,
      target: request.target.replace('?', '/?'),
    })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (
        isAccepted(exchange) &&
        !profileOf(seen.contract, seen.operation).showsResource(bodyOf(exchange) ?? null)
      )
        return other('something that is not a listing');
      return outcomeAs(exchange, 'served', 'rejected');
    },
  }),
  observation('raw-brackets', {
    gather: askOtherwise(2, wholeQuery, (_, context, node) => {
      const request = listingRequest(context, node, { limit: 1 });
      return { ...request, target: decodeURIComponent(request.target) };
    }),
    read: (seen) => {
      const { exchange } = tried(seen);
      const isOne = isAccepted(exchange) && productsIn(seen, exchange).length === 1;
      return isOne ? 'same' : outcomeAs(exchange, 'ignored', 'rejected');
    },
  }),
  observation('unknown-parameters', {
    gather: askOtherwise(1, { limit: 2 }, (request) => ({ ...request, target: `${request.target}&assay=1` })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'ignored', 'rejected');
      return isDefaultPage(seen) ? 'ignored' : other('another page is returned');
    },
  }),
  observation('duplicate-parameters', {
    gather: askOtherwise(6, { limit: 2 }, (request, { contract }) => ({
      ...request,
      target: `${request.target}&${encodeURIComponent(listOf(contract).names.limit)}=3`,
    })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'first', 'rejected');
      const { length } = productsIn(seen, exchange);
      if (length === 2) return 'first';
      return length === 3 ? 'last' : other('accepted, but neither value counts');
    },
  }),
  observation('unknown-node', {
    gather: async (context) => {
      const { nodes } = context.target;
      const [first] = nodes;
      if (!first) return;
      const { hierarchy, node } = first;
      const own = nodes.filter((one) => one.hierarchy === hierarchy).map((one) => one.node);
      const elsewhere = nodes.find((one) => !own.includes(one.node));
      const ask = (place: NodeTarget): HttpRequest => listingRequest(context, place, wholeQuery);
      await tryReads(context, ask(first), {
        'an unknown node': ask({ hierarchy, node: unknown.node }),
        'an unknown hierarchy': ask({ hierarchy: unknown.hierarchy, node }),
        ...(elsewhere ? { 'a node of another hierarchy': ask({ hierarchy, node: elsewhere.node }) } : {}),
      });
    },
    read: (seen) =>
      agreed(
        seen.trials().map(({ what, exchange }) => {
          const isFilled = isAccepted(exchange) && productsIn(seen, exchange).length > 0;
          return [what, isFilled ? other('products') : outcomeAs(exchange, 'empty', 'rejected')];
        }),
      ),
  }),
]);
