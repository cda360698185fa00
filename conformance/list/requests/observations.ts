// Other ways to request a listing, which the specification leaves open.

import { listOf } from '../../../src/contract/list.ts';
import { collectionParameters, operationIn } from '../../../src/contract/operations.ts';
import { showsResource } from '../../../src/contract/record.ts';
import { type HttpRequest, withPair } from '../../../src/http/exchange.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { jsonIn } from '../../core/created.ts';
import { agreed, observation, observations, other, outcomeAs, tried } from '../../core/observation.ts';
import { tryReads } from '../../core/read-attempts.ts';
import { isAccepted } from '../../core/status.ts';
import { keyOfParent } from '../../core/target.ts';
import { askOtherwise, isDefaultPage } from '../pages/observations.ts';
import { listingRequest, wholeQuery } from '../query.ts';
import { recordsReturned } from '../read-pages.ts';

/** Ids that no server has: of a parent, and of a collection. */
const unknown = ['a55a4000-0000-4000-8000-0000000000b1', 'a55a4000-0000-4000-8000-0000000000b2'] as const;
const unknownNumber = '1999999973';

export default observations('list', [
  observation('trailing-slash', {
    gather: askOtherwise(0, { limit: 2 }, (request) => ({
      ...request,
      target: request.target.replace(/(?=\?|$)/, '/'),
    })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (isAccepted(exchange) && !showsResource(seen.contract, seen.operation, jsonIn(exchange) ?? null))
        return other('something that is not a listing');
      return outcomeAs(exchange, 'served', 'rejected');
    },
  }),
  observation('raw-brackets', {
    gather: askOtherwise(2, wholeQuery, (_, context, collection) => {
      const request = listingRequest(context, collection, { limit: 1 });
      return { ...request, target: decodeURIComponent(request.target) };
    }),
    read: (seen) => {
      const { exchange } = tried(seen);
      const isOne = isAccepted(exchange) && recordsReturned(seen, exchange).length === 1;
      return isOne ? 'same' : outcomeAs(exchange, 'ignored', 'rejected');
    },
  }),
  observation('unknown-parameters', {
    gather: askOtherwise(1, { limit: 2 }, (request) => ({
      ...request,
      target: withPair(request.target, 'assay=1'),
    })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'ignored', 'rejected');
      return isDefaultPage(seen) ? 'ignored' : other('another page is returned');
    },
  }),
  observation('duplicate-parameters', {
    gather: askOtherwise(6, { limit: 2 }, (request, { contract }) => ({
      ...request,
      target: `${request.target}&${percentEncoded(listOf(contract).names.limit)}=3`,
    })),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'first', 'rejected');
      const { length } = recordsReturned(seen, exchange);
      if (length === 2) return 'first';
      return length === 3 ? 'last' : other('accepted, but neither value counts');
    },
  }),
  observation('unknown-node', {
    gather: async (context) => {
      const { collections } = context.target;
      const [first] = collections;
      if (!first || first.values.length === 0) return;
      const { operation, values } = first;
      const names = collectionParameters(operationIn(context.contract, operation));
      const unknownFor = (text: string, value = ''): string => (/^\d+$/.test(value) ? unknownNumber : text);
      const ask = (asked: readonly string[]): HttpRequest =>
        listingRequest(context, { operation, values: asked }, wholeQuery);
      const own = collections.filter((one) => keyOfParent(one) === keyOfParent(first));
      const elsewhere = collections
        .filter((one) => one.operation === operation && !own.includes(one))
        .flatMap((one) => one.values.at(-1) ?? [])
        .find((value) => own.every((one) => one.values.at(-1) !== value));
      const [parent, ...others] = values.length > 1 ? names : [];
      await tryReads(context, ask(values), {
        [`an unknown ${names.at(-1)}`]: ask(values.with(-1, unknownFor(unknown[1], values.at(-1)))),
        ...(parent === undefined
          ? {}
          : { [`an unknown ${parent}`]: ask(values.with(0, unknownFor(unknown[0], values[0]))) }),
        ...(parent === undefined || elsewhere === undefined
          ? {}
          : { [`the ${others.at(-1)} of another ${parent}`]: ask(values.with(-1, elsewhere)) }),
      });
    },
    read: (seen) =>
      agreed(
        seen.trials().map(({ what, exchange }) => {
          const isFilled = isAccepted(exchange) && recordsReturned(seen, exchange).length > 0;
          return [what, isFilled ? other(seen.nouns.records) : outcomeAs(exchange, 'empty', 'rejected')];
        }),
      ),
  }),
]);
