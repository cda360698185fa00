// Pages that are asked for by tokens (READINGS L6).

import type { Contract } from '../../../src/contract/contract.ts';
import { clauseId } from '../../../src/contract/kind-clauses.ts';
import { listOf } from '../../../src/contract/list.ts';
import { sortParameters } from '../../../src/contract/list-sorts.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import type { Json } from '../../../src/json/json.ts';
import { eachListing } from '../../core/claims.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { crashesNothing, readsRejected } from '../../core/read-attempts.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import { inFocus, overlookInQuery } from '../../mutants/edits.ts';
import { defaultPage, nextOf } from '../complete-reading.ts';
import { changePlace, crashIfRejected, type Fault, type ListExchange, type ListRequest } from '../mutants.ts';
import { endOf } from '../pages/extent.ts';
import { placesOf } from '../pages/places.ts';
import { pageWords } from '../query.ts';
import { collectionLine } from '../remedies.ts';

/** Changes the token of the next page; null says that there is none. */
const changeToken: (
  change: Fault<Json, ListExchange & { readonly value: unknown }>,
) => ReturnType<ReturnType<typeof changePlace>> = changePlace(({ outputToken }) => outputToken);

/** The pages of a listing that are cut from the same records, by their filter. */
const selectionsOf = ({ pages }: Listing): Page[][] => [
  ...Map.groupBy(pages, ({ query }) => query.filter).values(),
];

/** The page to which a token leads back: one that begins before the records that follow. */
const backOf = (page: Page, all: readonly Page[]): Page | undefined =>
  page.next === undefined
    ? undefined
    : all.find(
        ({ query: { place, offset, limit } }) =>
          place === page.next &&
          limit === page.query.limit &&
          offset !== undefined &&
          (offset < endOf(page) || place === page.query.place),
      );

/** What tells the listings apart whose pages are compared: those without further parameters, and the sorted ones. */
function parametersOfListings(contract: Contract): readonly (string | undefined)[] {
  const { sort } = listOf(contract);
  return [undefined, ...(sort ? sortParameters(sort).slice(0, 1) : [])];
}

/** The first token that was seen with each listing: the second page. */
const keepFirst = (): ((exchange: ListExchange & { readonly value: unknown }) => Json | undefined) => {
  const first = new Map<string, Json>();
  return ({ path, filter, limit, value }) => {
    const key = JSON.stringify([path, filter, limit]);
    if (typeof value === 'string' && !first.has(key)) first.set(key, value);
    return typeof value === 'string' ? first.get(key) : undefined;
  };
};

/** A mutant that crashes on tokens that no response returned. */
const crashOnToken = (isMeant: (query: ListRequest) => boolean): Mutant =>
  crashIfRejected((query) => query.hasOffset && isMeant(query));

export default kindRules('list', ['paging', 'pages that do not join'], {
  'token-ends': {
    hidesRecords: 'should',
    title: 'reading from token to token reaches an end',
    shows: 'pagination',
    claims: [
      eachListing('counts', (listing, judge) => {
        for (const all of selectionsOf(listing))
          for (const page of all) {
            if (page.query.offset === undefined || page.next === undefined) continue;
            const back = backOf(page, all);
            judge.claim(back === undefined, () => ({
              expected: `the token of ${pageWords(page.query)} leads to the records that follow`,
              saw: 'the token of an earlier page: a client that reads all pages never comes to an end',
              pages: back && back !== page ? [page, back] : [page],
              fingerprint: 'records',
            }));
          }
        judge.untested('no page returned a token', collectionLine(judge, 'with several pages'));
      }),
    ],
    mutants: {
      'each page returns the token of the second': (next, contract) =>
        changeToken(keepFirst())(next, contract),
      'the last page returns the token by which it was asked for': (next, contract) => {
        const last = new Map<string, Json>();
        return changeToken(({ path, filter, value }) => {
          const key = JSON.stringify([path, filter]);
          if (typeof value === 'string') last.set(key, value);
          return typeof value === 'string' ? undefined : last.get(key);
        })(next, contract);
      },
    },
  },
  'token-on-every-page': (_, contract) => ({
    hidesRecords: 'should',
    title: 'every page but the last returns the token of the next',
    shows: 'pagination',
    claims: parametersOfListings(contract).map((parameter) =>
      eachListing(
        'counts',
        (listing, judge) => {
          if (placesOf(listing).misplaced.length > 0)
            return judge.untested('pages contradict each other; another rule reports that');
          for (const all of selectionsOf(listing)) {
            const placed = all.filter(({ query }) => query.offset !== undefined);
            // A server may accept a size of 0, whose page has nothing after it.
            const ends = placed.filter((page) => nextOf(page) === undefined && page.query.limit !== 0);
            const furthest = placed.reduce<Page | undefined>(
              (most, page) => (most && endOf(most) >= endOf(page) ? most : page),
              undefined,
            );
            const isWhole = placed[0]?.query.filter === undefined;
            const counts = placed[0]?.query.list.total?.counts;
            const counted = isWhole && counts !== 'estimated' ? defaultPage(placed) : undefined;
            const declaredCount = isWhole ? listing.holds?.length : undefined;
            const dueCount = Math.max(
              furthest ? endOf(furthest) : 0,
              counted?.total ?? 0,
              declaredCount ?? 0,
            );
            for (const page of ends) {
              const others = [furthest, counted].filter((one) => one !== undefined && one !== page);
              judge.claim(endOf(page) >= dueCount, () => ({
                expected: `${pageWords(page.query)}, which ends with record ${endOf(page)} of ${dueCount}, returns a token`,
                saw: 'no token: a client that reads all pages misses those that follow',
                pages: [page, ...others.filter((one) => one !== undefined)],
                fingerprint: 'records',
              }));
            }
          }
          judge.untested('no page without a token was read', collectionLine(judge, 'with several pages'));
        },
        parameter,
      ),
    ),
    mutants: mutantsBy(changeToken, {
      'the second page returns no token': ({ offset, value }) =>
        offset > 0 && typeof value === 'string' && null,
      'small pages return no token': ({ limit = Number.POSITIVE_INFINITY, value }) =>
        limit < 20 && typeof value === 'string' && null,
    }),
  }),
  'token-invented': {
    topic: ['paging', 'parameters'],
    title: 'a token that no response returned is rejected',
    claims: [readsRejected],
    mutants: {
      'an unknown token starts again at the beginning': (next, contract) => {
        const known = new Set<string>();
        const noted = changeToken(({ value }) => {
          if (typeof value === 'string') known.add(value);
          return undefined;
        })(next, contract);
        const parameter = listOf(contract).names.offset;
        return overlookInQuery(inFocus, (query) => {
          if (!known.has(query.get(parameter) ?? '')) query.delete(parameter);
        })(noted, contract);
      },
    },
  },
  'token-invented-not-crash': (operation, contract) => ({
    topic: ['paging', 'parameters'],
    title: 'a token that no response returned does not cause a 5xx status',
    claims: [crashesNothing(({ clause }) => clause === clauseId(operation, 'token-invented'))],
    mutants: {
      'an unknown token crashes the server': crashOnToken(() => true),
      ...(listOf(contract).sort
        ? {
            'an unknown token crashes the server under a sort': crashOnToken(
              ({ further }) => further.size > 0,
            ),
          }
        : {}),
    },
  }),
});
