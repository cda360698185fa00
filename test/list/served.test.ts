import { describe, expect, it } from 'vitest';
import type { Claim } from '../../conformance/core/claim.ts';
import { eachListing } from '../../conformance/core/claims.ts';
import {
  claimLaterPages,
  crashesNever,
  pagesAreServed,
  unreadCollections,
} from '../../conformance/list/requests/served.ts';
import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { loadFiles } from '../contract/own-contract.ts';
import { contractOf, documentOf, judged, listingOf, readerOf, styles, things } from './listings.ts';

type Read = readonly [query: string, body: JsonObject];

const offset = await contractOf(
  'offset',
  "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }",
);
const token = await contractOf('token');
const withKey = focusedOn(
  await loadFiles({
    'openapi.yaml': `${documentOf(styles.offset)}  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
security: [{ key: [] }]
`,
  }),
  'listThings',
);

const three: readonly Read[] = [['?offset=0&limit=50', { items: things('a', 'b', 'c'), total: 3 }]];
const empty: readonly Read[] = [['?offset=0&limit=50', { items: [], total: 0 }]];
const twoTents: readonly Read[] = [['?name=Tent&offset=0&limit=2', { items: things('a', 'b') }]];
const more: readonly Read[] = [['?limit=1', { items: things('a'), token: 'next', more: true }]];

/** Whether a claim is broken if the response to a query has a status, beside pages that are served. */
function isBroken(
  claim: Claim | undefined,
  contract: Contract,
  query: string,
  status: number,
  served: readonly Read[],
) {
  const read = readerOf(contract);
  const pages = served.map(([of, body]) => read(of, body));
  const page = read(query, { items: [] });
  const exchange = { ...page.exchange, response: { ...page.exchange.response, status } };
  return typeof judged(claim, contract, listingOf(pages, { unserved: [{ ...page, exchange }] })) !== 'number';
}

describe('a page', () => {
  const [, due] = pagesAreServed(() => true);

  it.each([
    ['before the end', offset, '?offset=2&limit=1', 404, three],
    ['of the largest size', offset, '?offset=2&limit=50', 404, three],
    ['without a size', offset, '?offset=2', 404, three],
    ['without a place', offset, '?limit=1', 404, three],
    ['that is the first of none, if it crashes', offset, '?offset=0&limit=1', 500, empty],
    ['that is the first, if it crashes and none is served', offset, '?offset=0&limit=1', 500, []],
    ['whose token another returned', token, '?limit=1&cursor=next', 404, more],
  ])('%s has to be served', (_, contract, query, status, served) => {
    expect(isBroken(due, contract, query, status, served)).toBe(true);
  });

  it.each([
    ['past the end', offset, '?offset=3&limit=1', 404, three],
    ['past the end, even if it crashes,', offset, '?offset=3&limit=1', 500, three],
    ['asked for without the key', withKey, '?offset=2&limit=1', 404, three],
    ['of no size', offset, '?offset=0&limit=0', 404, three],
    ['above the largest size', offset, '?offset=0&limit=51', 404, three],
    ['of a filter', offset, '?name=Tent&offset=0&limit=50', 404, three],
    ['with an unknown parameter', offset, '?offset=0&limit=50&colour=red', 404, three],
    ['that is the first of none', offset, '?offset=0&limit=1', 404, empty],
    ['that is the first, if none is served,', offset, '?offset=0&limit=1', 404, []],
    ['that was served, with a question mark behind,', offset, '?offset=0&limit=50?', 404, three],
    ['of another token', token, '?limit=1&cursor=other', 404, more],
    ['of a token with another size', token, '?limit=2&cursor=next', 404, more],
  ])('%s need not be served', (_, contract, query, status, served) => {
    expect(isBroken(due, contract, query, status, served)).toBe(false);
  });
});

describe('a later page of a filter', () => {
  const later = eachListing('counts', (listing, judge) => claimLaterPages(listing, judge, () => true));

  it.each([
    ['has to be served if another shows records of it', '?name=Tent&offset=1&limit=1', 404, true],
    ['need not be served past those', '?name=Tent&offset=2&limit=1', 404, false],
    ['need not be served for another value', '?name=Stove&offset=1&limit=1', 404, false],
    ['is not the first, about which another claim is', '?name=Tent&offset=0&limit=1', 404, false],
    ['was served, if it has no records', '?name=Tent&offset=1&limit=1', 204, false],
  ])('%s', (_, query, status, expected) => {
    expect(isBroken(later, offset, query, status, twoTents)).toBe(expected);
  });
});

it.each([
  ['?offset=3&limit=1', 500, three, true],
  ['?offset=3&limit=1', 404, three, false],
  // Other claims are about pages before the end, and about those that nothing promises.
  ['?offset=2&limit=1', 500, three, false],
  ['?offset=3&limit=51', 500, three, false],
  ['?name=Tent&offset=0&limit=50', 500, three, true],
  ['?name=Tent&offset=0&limit=50', 404, three, false],
])('past the end and with a filter nothing crashes: %s with status %i', (query, status, served, expected) => {
  expect(isBroken(crashesNever, offset, query, status, served)).toBe(expected);
});

it.each([
  ['later pages before the end', three, '?offset=2&limit=1', ['further']],
  ['all pages, if the first is not served', [], '?offset=0&limit=1', ['all']],
  ['no page past the end', three, '?offset=3&limit=1', []],
  ['no page that is not promised', three, '?offset=2&limit=51', []],
  ['no first page beside one that is served', three, '?offset=0&limit=1', []],
] as const)('of a collection are told as unread: %s', (_, served, query, expected) => {
  const read = readerOf(offset);
  const pages = served.map(([of, body]) => read(of, body));
  const listing = listingOf(pages, { unserved: [read(query, { items: [] })] });
  expect(unreadCollections(offset, [listing], [], []).map(({ unread }) => unread?.pages)).toEqual(expected);
});
