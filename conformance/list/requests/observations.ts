// Other ways to request a listing, which the specification leaves open.

import { listOf } from '../../../src/contract/list.ts';
import type { Call } from '../../../src/http/exchange.ts';
import { commonHeaders, type WritingOperation } from '../../core/calls.ts';
import {
  agreed,
  bodyOf,
  named,
  observation,
  observations,
  other,
  outcomeAs,
  productsIn,
} from '../../core/observation.ts';
import { profiles } from '../../core/profiles.ts';
import { isAccepted } from '../../core/status.ts';
import type { NodeTarget } from '../../core/target.ts';
import { tried, tryReads } from '../../create/observations.ts';
import { wholeQuery } from '../filters/asking.ts';
import { askOtherwise, isDefaultPage, whetherServed } from '../pages/observations.ts';
import { listingCall } from '../query.ts';

const unknown = {
  hierarchy: 'a55a4000-0000-4000-8000-0000000000b1',
  node: 'a55a4000-0000-4000-8000-0000000000b2',
};

export default observations('list', [
  observation(
    'head',
    whetherServed((call) => ({ ...call, method: 'HEAD' }), 'served', 'rejected'),
  ),
  observation('trailing-slash', {
    gather: askOtherwise(0, { limit: 2 }, (call) => ({ ...call, target: call.target.replace('?', '/?') })),
    read: (seen) => {
      const { answer } = tried(seen);
      if (isAccepted(answer) && !profiles[seen.operation].showsResource(bodyOf(answer) ?? null))
        return other('something that is not a listing');
      return outcomeAs(answer, 'served', 'rejected');
    },
  }),
  observation('raw-brackets', {
    gather: askOtherwise(2, wholeQuery, (_, context, node) => {
      const call = listingCall(context, node, { limit: 1 });
      return { ...call, target: decodeURIComponent(call.target) };
    }),
    read: (seen) => {
      const { answer } = tried(seen);
      const isOne = isAccepted(answer) && productsIn(seen, answer).length === 1;
      return isOne ? 'same' : outcomeAs(answer, 'ignored', 'rejected');
    },
  }),
  observation('unknown-parameters', {
    gather: askOtherwise(1, { limit: 2 }, (call) => ({ ...call, target: `${call.target}&assay=1` })),
    read: (seen) => {
      const { answer } = tried(seen);
      if (!isAccepted(answer)) return outcomeAs(answer, 'ignored', 'rejected');
      return isDefaultPage(seen) ? 'ignored' : other('another page is returned');
    },
  }),
  observation('duplicate-parameters', {
    gather: askOtherwise(6, { limit: 2 }, (call, { contract }) => ({
      ...call,
      target: `${call.target}&${encodeURIComponent(listOf(contract).names.limit)}=3`,
    })),
    read: (seen) => {
      const { answer } = tried(seen);
      if (!isAccepted(answer)) return outcomeAs(answer, 'first', 'rejected');
      const { length } = productsIn(seen, answer);
      if (length === 2) return 'first';
      return length === 3 ? 'last' : other('accepted, but neither value counts');
    },
  }),
  observation('other-methods', {
    gather: async (context) => {
      const [first] = context.target.nodes;
      const reading = (operation: WritingOperation): Call => ({
        method: 'GET',
        target: context.contract.operations[operation].path,
        headers: commonHeaders(context.target, operation),
      });
      const keys = reading('application-key');
      const listing = first && listingCall(context, first, {});
      await tryReads(context, listing ?? keys, {
        'GET of keys': keys,
        'GET of subscriptions': reading('subscription'),
        ...(listing ? { 'OPTIONS of a listing': { ...listing, method: 'OPTIONS' } } : {}),
      });
    },
    read: (seen) =>
      agreed(seen.trials().map(({ what, answer }) => [what, named('other-methods', answer.reply.status)])),
  }),
  observation('unknown-node', {
    gather: async (context) => {
      const { nodes } = context.target;
      const [first] = nodes;
      if (!first) return;
      const { hierarchy, node } = first;
      const own = nodes.filter((one) => one.hierarchy === hierarchy).map((one) => one.node);
      const elsewhere = nodes.find((one) => !own.includes(one.node));
      const ask = (place: NodeTarget): Call => listingCall(context, place, wholeQuery);
      await tryReads(context, ask(first), {
        'an unknown node': ask({ hierarchy, node: unknown.node }),
        'an unknown hierarchy': ask({ hierarchy: unknown.hierarchy, node }),
        ...(elsewhere ? { 'a node of another hierarchy': ask({ hierarchy, node: elsewhere.node }) } : {}),
      });
    },
    read: (seen) =>
      agreed(
        seen.trials().map(({ what, answer }) => {
          const isFilled = isAccepted(answer) && productsIn(seen, answer).length > 0;
          return [what, isFilled ? other('products') : outcomeAs(answer, 'empty', 'rejected')];
        }),
      ),
  }),
]);
