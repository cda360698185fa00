import { expect, test } from 'vitest';
import { createPremises } from '../../conformance/core/context.ts';
import { Withheld } from '../../conformance/core/verdict.ts';
import paging from '../../conformance/list/pages/rules.ts';
import { collectionsSeen } from '../../conformance/list/read-pages.ts';
import {
  claimOf,
  contractOf,
  judged,
  listIn,
  listingOf,
  readExchangeOf,
  readerOf,
  things,
} from './listings.ts';

const contract = await contractOf('offset');

test.each([
  ['as many as its limit', '?limit=2', 'ab', 2, 1],
  ['fewer, which is all there is', '?limit=3', 'ab', 2, 0],
  ['fewer, and there are more', '?limit=3', 'ab', 5, 1],
  ['more than its limit', '?limit=1', 'ab', 2, ['2 things']],
])('a page with %s records: %s', (_, query, ids, total, said) => {
  const page = readExchangeOf(contract, query, { items: things(...ids), total });
  expect(judged(claimOf(paging, 'page-limit', contract), contract, page)).toEqual(said);
});

test('where no first page was listed, what needs one is untested', () => {
  const page = readerOf(contract);
  const seen = (query: string) =>
    collectionsSeen({
      ...createPremises([]),
      ...{ contract, nouns: listIn(contract).nouns },
      listings: [listingOf([page(query, { items: things('a'), total: 3 })])],
    });
  expect(seen('?offset=0&limit=1')).toHaveLength(1);
  expect(() => seen('?offset=1&limit=1')).toThrow(Withheld);
});
