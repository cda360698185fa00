// Sizes of pages and responses to bad limits, which the specification leaves open.

import type { Contract } from '../../../src/contract/contract.ts';
import { listOf } from '../../../src/contract/list.ts';
import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { CompletedExchange } from '../../core/exchange.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  namedOption,
  type Observed,
  observation,
  observations,
  other,
  outcomeAs,
  tried,
} from '../../core/observation.ts';
import { tryReads } from '../../core/read-attempts.ts';
import { bodyForm } from '../../core/server-message.ts';
import { isAccepted, isRejected } from '../../core/status.ts';
import type { Collection } from '../../core/target.ts';
import { withOperators } from '../filters/filter.ts';
import { boundsOf, listingRequest, type Query, wholePage, wholeQuery } from '../query.ts';
import {
  fullestCollection,
  fullestSeen,
  listedSize,
  listRecords,
  pageSeen,
  recordsReturned,
  shownIdsIn,
} from '../read-pages.ts';

/**
 * Requests a page of the fullest collection in another way, if it has so many records; `recode` changes the usual request.
 */
export const askOtherwise =
  (
    least: number,
    baseline: Query,
    recode: (request: HttpRequest, context: ChoiceContext, collection: Collection) => HttpRequest,
  ) =>
  async (context: ChoiceContext): Promise<void> => {
    const { collection } = await fullestCollection(context, least);
    const control = listingRequest(context, collection, baseline);
    await tryReads(context, control, { '': recode(control, context, collection) });
  };

/** Observes what an invalid limit returns, compared with a listing without one. */
const oddLimit = (limit: number) => ({
  gather: askOtherwise(2, {}, (_, context, collection) =>
    listingRequest(context, collection, { limit, offset: 0 }),
  ),
  read: (seen: ChoiceEvidence): Observed<'limit-zero'> => {
    const { exchange, control } = tried(seen);
    if (!isAccepted(exchange)) return outcomeAs(exchange, 'default', 'rejected');
    const records = recordsReturned(seen, exchange);
    if (records.length === 0) return 'empty';
    const baseline = recordsReturned(seen, seen.assume(control, 'no page was returned without a limit'));
    return records.length === baseline.length ? 'default' : other(`a page of ${records.length}`);
  },
});

/** Whether the response has the records of the usual one, or the first of them. */
export function isDefaultPage(seen: ChoiceEvidence, count = Number.POSITIVE_INFINITY): boolean {
  const { exchange, control } = tried(seen);
  const baseline = seen.assume(control, 'the unchanged page was not returned');
  return String(shownIdsIn(seen, exchange)) === String(shownIdsIn(seen, baseline).slice(0, count));
}

/** None of them has to be rejected, so all are tried. */
const defectsBy = (contract: Contract): Readonly<Record<string, Query>> => ({
  limit: { limit: 'abc', offset: 0 },
  offset: { limit: wholePage, offset: boundsOf(contract).farthest + 1 },
  filter: { ...wholeQuery, filter: withOperators(listOf(contract), '{eq}(name') ?? '(' },
});

const rejectedListings = <T>(read: (rejected: readonly CompletedExchange[], seen: ChoiceEvidence) => T) => ({
  gather: async (context: ChoiceContext) => {
    const { collection } = await fullestCollection(context, 0);
    const control = listingRequest(context, collection, wholeQuery);
    const requests = Object.entries(defectsBy(context.contract)).map(([what, query]) => [
      what,
      listingRequest(context, collection, query),
    ]);
    await tryReads(context, control, Object.fromEntries(requests));
  },
  read: (seen: ChoiceEvidence): T => {
    const rejected = seen.trials().flatMap(({ exchange }) => (isRejected(exchange) ? [exchange] : []));
    seen.assume(rejected.length > 0, 'no invalid listing request was rejected');
    return read(rejected, seen);
  },
});

const { gather, read } = oddLimit(-1);

export default observations('list', [
  observation(
    'listing-rejection',
    rejectedListings((rejected, seen) => {
      const statuses = new Set(rejected.map(({ response }) => response.status));
      return namedOption(seen, 'listing-rejection', [...statuses].sort().join(' or '));
    }),
  ),
  observation(
    'error-body',
    rejectedListings((rejected) => {
      const forms = [...new Set(rejected.map(({ response }) => bodyForm(response)))].sort();
      const [form, ...others] = forms;
      return form === undefined || others.length > 0 ? other(forms.join(' or ')) : form;
    }),
  ),
  observation('default-page-size', {
    gather: async (context) => listRecords(context, (await fullestCollection(context, 1)).collection, {}),
    read: (seen) => {
      const fullest = fullestSeen(seen, 1);
      const { length } = pageSeen(seen, fullest.collection, {}).items;
      const isPart = length < listedSize(fullest);
      seen.orUntested(isPart, `it is ${length} or more, and no collection holds enough to tell`);
      return namedOption(seen, 'default-page-size', length);
    },
  }),
  observation('limit-zero', oddLimit(0)),
  observation('limit-negative', {
    gather,
    read: (seen) => {
      const option = read(seen);
      return option === 'empty' ? other('an empty page') : option;
    },
  }),
  observation('limit-over-maximum', {
    gather: askOtherwise(1, wholeQuery, (_, context, collection) =>
      listingRequest(context, collection, { limit: boundsOf(context.contract).largest + 1, offset: 0 }),
    ),
    read: (seen) => {
      const { exchange } = tried(seen);
      const { largest } = boundsOf(seen.contract);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'capped', 'rejected');
      const isEnough = listedSize(fullestSeen(seen, 1)) > largest;
      seen.orUntested(isEnough, 'it is accepted, and no collection holds enough to tell more');
      const { length } = recordsReturned(seen, exchange);
      if (length === largest) return 'capped';
      return other(
        length < largest ? `cut down to ${length}` : `more than ${largest} ${seen.nouns.records} on a page`,
      );
    },
  }),
  observation('page-past-end', {
    gather: async (context) => {
      const { collection, page, records } = await fullestCollection(context, 1);
      const { largest } = boundsOf(context.contract);
      const pages = Math.ceil(Math.max(page.total ?? 0, records.length) / largest);
      const beyond = listingRequest(context, collection, { limit: wholePage, offset: (pages + 1) * largest });
      await tryReads(context, listingRequest(context, collection, wholeQuery), { '': beyond });
    },
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'empty', 'rejected');
      return recordsReturned(seen, exchange).length === 0
        ? 'empty'
        : other(`a page with ${seen.nouns.records}`);
    },
  }),
  observation('offset-negative', {
    gather: askOtherwise(2, wholeQuery, (_, context, collection) =>
      listingRequest(context, collection, { limit: 1, offset: -1 }),
    ),
    read: (seen) => {
      const { exchange } = tried(seen);
      if (!isAccepted(exchange)) return outcomeAs(exchange, 'zero', 'rejected');
      return isDefaultPage(seen, 1) ? 'zero' : other('another page than at offset zero');
    },
  }),
]);
