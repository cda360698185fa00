import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import { operationIn, type WithOperations } from '../../../src/contract/operations.ts';
import { type Exchange, type HttpRequest, pathIn } from '../../../src/http/exchange.ts';
import { onceFor } from '../../../src/once.ts';
import { printRequest } from '../../../src/print.ts';
import { mayBeLetIn } from '../../../src/secrets/credentials.ts';
import type { Claim, Judge, RelationJudge } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { Listing, Page, PageQuery, ReadExchange } from '../../core/evidence.ts';
import type { CompletedExchange } from '../../core/exchange.ts';
import { hasKnownParameters } from '../../core/let-in.ts';
import { countedAs, operationOf } from '../../core/operation-of.ts';
import { serverMessage } from '../../core/server-message.ts';
import { outcomeOf, wasAccepted } from '../../core/status.ts';
import { type Collection, collectionWords, nameOfCollection } from '../../core/target.ts';
import { shownExchange, stateShown } from '../../core/unavailable.ts';
import type { Result, Unavailable } from '../../core/verdict.ts';
import { unfilteredPages } from '../complete-reading.ts';
import { soughtOn } from '../filters/filter.ts';
import { endOf, extentIn } from '../pages/extent.ts';
import { listingPath, pageWords, queryOf } from '../query.ts';

/** Whether the specification promises a page: no filter, and each parameter absent or within its bounds. */
export const isPromised = (query: PageQuery): boolean => query.filter === undefined && isInBounds(query);

const isInBounds = (query: PageQuery): boolean => query.further === undefined && isDocumentedSize(query);

const isDocumentedSize = ({ limit, offset, isDefined, bounds }: PageQuery): boolean =>
  isDefined &&
  (limit === undefined || (limit >= 1 && limit <= bounds.largest)) &&
  (offset === undefined || offset <= bounds.farthest);

const pathBy = onceFor((contract: Contract) =>
  onceFor((collection: Collection): string => listingPath(contract, collection)),
);

/**
 * The collection and query of a request for a promised page; undefined of other requests, and of other spellings of the
 * path. Where a token leads, only a query says that was read with earlier responses.
 */
export function promised(
  { contract, target }: Pick<Judge, 'contract' | 'target'>,
  request: HttpRequest,
  query = queryOf(contract, request),
): { readonly collection: Collection; readonly query: PageQuery } | undefined {
  const path = pathIn(request.target);
  const pathOf = pathBy(contract);
  const operation = operationOf(contract, request);
  const collection = target.collections.find((one) => one.operation === operation && pathOf(one) === path);
  if (!collection || !isPromised(query)) return undefined;
  const listing = operationIn(contract, collection.operation);
  return mayBeLetIn(listing, request) && hasKnownParameters(target, listing)
    ? { collection, query }
    : undefined;
}

/**
 * Claims that pages are served (READINGS 22). A success without a body needs no recheck; a failure is tried again
 * beside a page that was served (READINGS P3), and counts only if the total lies beyond it.
 */
export const pagesAreServed = (isAbout: (query: PageQuery) => boolean): Claim[] => [
  {
    on: 'response',
    judge: (exchange, judge) => {
      const { page = exchange.unserved } = exchange;
      const asked = promised(judge, exchange.request, page?.query);
      if (!asked || !isAbout(asked.query)) return;
      const { failedOnce } = exchange;
      if (failedOnce)
        judge.intermittent({
          expected: `${pageWords(asked.query)} is served (2xx)`,
          saw: `status ${failedOnce.response.status}; when it was sent again, status ${exchange.response.status}`,
          shown: [failedOnce, exchange],
        });
      // Other rules cover other bodies.
      const isEmpty = exchange.accepted && exchange.response.body.byteLength === 0;
      if (exchange.page || isEmpty) claimServed(judge, asked.query, exchange);
    },
    interrupted: ({ why, remedy, ...exchange }, judge) => {
      const { request } = exchange;
      const asked = promised(judge, request);
      if (asked && isAbout(asked.query))
        judge.inconclusive(
          { kind: 'of one', what: `${pageWords(asked.query)} of ${collectionWords(asked.collection)}`, why },
          remedy,
          exchange,
        );
    },
  },
  eachListing('counts', (listing, judge) => {
    const extent = extentIn(listing);
    const shown = extent?.reference ?? unfilteredPages(listing).find(({ size }) => size > 0);
    for (const page of listing.unserved) {
      const { query, exchange } = page;
      // A question mark at the end is another spelling of a page that was served.
      if (exchange.request.target.endsWith('?') && listing.pages.some(isLikewise(exchange.request))) continue;
      const asked = promised(judge, exchange.request, query);
      if (!asked || !isAbout(query) || wasAccepted(exchange)) continue;
      const offset = query.offset ?? 0;
      const isCrash = exchange.response.status >= 500;
      const before = listing.pages.find(leadsTo(page));
      // Every page before the end is due. If no page shows the end, the first page is due, and a crash before the
      // declared end is a fault. The first page of an empty collection may be rejected, which breaks a `should`, but must
      // not crash. A page whose token another page returned is always due.
      const isDue = extent?.reference
        ? offset < extent.count || (offset === 0 && isCrash)
        : offset === 0 || (isCrash && offset < (asked.collection.holds?.length ?? 0));
      if (!isDue && !before) continue;
      const limit = judge.acceptedRequests.limitOf(focusOf(judge.contract).id, exchange);
      if (limit) {
        judge.untested(`${pageWords(query)} ${limit}`, undefined, printRequest(exchange.request));
        continue;
      }
      if (!shown && isElsewhere(asked, exchange)) {
        judge.untested(`${collectionWords(asked.collection)}: its first page was ${insteadOf(exchange)}`);
        continue;
      }
      if (!shown && !asked.collection.holds && exchange.response.status < 500) {
        judge.inconclusive(
          `no page of ${collectionWords(asked.collection)} was served: the first was ${insteadOf(exchange)}`,
          `in collections: a collection that your server lists instead of ${nameOfCollection(asked.collection)}`,
          exchange,
        );
        continue;
      }
      judge.claim(false, () => ({
        title: servedWords(query),
        saw: insteadOf(exchange),
        expected: extent?.reference
          ? `${pageWords(query)} is served (2xx), since there are ${extent.count} ${judge.nouns.records}`
          : `${pageWords(query)} is served (2xx) as a listing`,
        declared: {},
        pages: [page, ...[before ?? shown].flatMap((one) => one ?? [])],
        fingerprint: before ? 'records' : 'total',
      }));
    }
  }),
];

/**
 * Claims of the pages of a filter or of a sort that one is served if another of the same shows records of it, or returned
 * its token (READINGS L6, L8, L9). Another claim is about the first page.
 */
export function claimLaterPages(
  { pages, unserved }: Listing,
  judge: RelationJudge,
  isMeant: (page: Page) => boolean,
): void {
  for (const page of unserved.filter((one) => isDocumentedSize(one.query) && isMeant(one))) {
    const { query, exchange } = page;
    const { offset = 0, filter } = query;
    const shown = pages.find(
      (one) =>
        one.query.filter === filter &&
        (leadsTo(page)(one) || (offset > 0 && (one.query.offset ?? 0) <= offset && offset < endOf(one))),
    );
    const { limitOf } = judge.acceptedRequests;
    if (!shown || wasAccepted(exchange) || limitOf(focusOf(judge.contract).id, exchange)) continue;
    judge.claim(false, () => ({
      title: servedWords(query),
      expected: `${pageWords(query)} is served (2xx) as a listing, since it has records`,
      saw: insteadOf(exchange),
      pages: [page, shown],
      fingerprint: 'records',
    }));
  }
}

/**
 * Claims that no valid request for a page past the end, or with a filter, gets a 5xx status (READINGS L4, L8). Other rules
 * are about pages that have to be served.
 */
export const crashesNever: Claim = eachListing('counts', (listing, judge) => {
  const end = extentIn(listing)?.count;
  const isMeant = (page: Page): boolean => {
    const { filter, offset = 0 } = page.query;
    if (!isInBounds(page.query) || (filter !== undefined && !soughtOn(page))) return false;
    return filter !== undefined || (offset > 0 && offset >= (end ?? Number.POSITIVE_INFINITY));
  };
  // Where nothing is served, a rejection says nothing about what would crash.
  const isServed = listing.pages.length > 0;
  for (const page of [...listing.pages, ...listing.unserved].filter(isMeant)) {
    if (!isServed && page.exchange.response.status < 500) continue;
    const { response } = page.exchange;
    judge.claim(response.status < 500, () => ({
      expected: `no 5xx status for ${pageWords(page.query)}`,
      saw: insteadOf(page.exchange),
      pages: [page, ...unfilteredPages(listing).slice(0, 1)],
      fingerprint: 'total',
    }));
  }
  judge.untested(`no page past the end of a listing, and none with a filter, was read`);
});

/**
 * Whether a collection without any served page may not exist, or asks for a header: the first response says so, once. A
 * collection that declares what it holds exists (READINGS 33).
 */
const isElsewhere = (
  { collection }: { readonly collection: Collection },
  exchange: CompletedExchange,
): boolean =>
  ['asks for a header', ...(collection.holds ? [] : ['not implemented', 'not let in'])].includes(
    stateShown(exchange) ?? '',
  );

/** Whether a page returned the token by which another was asked for. */
const leadsTo =
  ({ query: { list, place, limit } }: Page) =>
  ({ next, query }: Page): boolean =>
    list.outputToken !== undefined && next !== undefined && next === place && query.limit === limit;

const isLikewise =
  ({ target }: HttpRequest) =>
  ({ exchange }: Page): boolean =>
    exchange.request.target === target.slice(0, -1);

function claimServed(judge: Judge, query: PageQuery, exchange: ReadExchange): void {
  judge.claim(exchange.page !== undefined, () => ({
    title: servedWords(query),
    expected: `${pageWords(query)} is served (2xx) as a listing`,
    saw: insteadOf(exchange),
    declared: {},
    shown: [exchange],
  }));
}

function servedWords({ limit, offset, list: { names } }: PageQuery): string {
  const given = [
    ...(limit === undefined ? [] : [names.limit]),
    ...(offset === undefined ? [] : [names.offset]),
  ];
  return `a request with ${given.length === 0 ? 'no parameters' : given.join(' and ')} is served as a listing`;
}

export const insteadOf = (exchange: Exchange): string =>
  wasAccepted(exchange) ? 'a success without a body' : outcomeOf(exchange) + serverMessage(exchange);

/**
 * Collections without a first page, or without a further one although they have more records: a pass proves too little
 * of them (READINGS 32). Only if no broken or inconclusive rule reports more.
 */
export function unreadCollections(
  contract: WithOperations,
  listings: readonly Listing[],
  results: readonly Result[],
  unavailable: readonly Unavailable[],
): Unavailable[] {
  const isToldOf = ({ operation, collection }: Pick<Unavailable, 'operation' | 'collection'>): boolean =>
    unavailable.some(
      (one) => one.operation === operation && [undefined, collection].includes(one.collection),
    ) ||
    results.some(
      (one) =>
        one.operation === operation && one.level === 'must' && ['fail', 'inconclusive'].includes(one.verdict),
    );
  return listings.flatMap((listing): Unavailable[] => {
    const pages = unfilteredPages(listing);
    const isFirst = ({ query }: Page): boolean => (query.offset ?? 0) === 0;
    const count = Math.max(0, ...pages.map(({ total = 0, size }) => Math.max(total, size)));
    const isBeyond = pages.some((page) => !isFirst(page) && page.size > 0);
    const isFirstServed = pages.some(isFirst);
    if (isFirstServed && (count < 2 || isBeyond)) return [];
    const missing = listing.unserved.find(
      (page) =>
        isPromised(page.query) &&
        isFirst(page) !== isFirstServed &&
        (page.query.offset ?? 0) < Math.max(1, count),
    );
    if (!missing) return [];
    const { request } = missing.exchange;
    const collection = nameOfCollection(listing.collection);
    const operation = countedAs(contract, request);
    const shown = shownExchange(printRequest(request), missing.exchange);
    const { record } = operationIn(contract, operation).nouns;
    const unread = { pages: isFirstServed ? 'further' : 'all', record } as const;
    return isToldOf({ operation, collection })
      ? []
      : [{ operation, collection, state: 'not read', shown, unread }];
  });
}
