import { expect, it } from 'vitest';
import { narrowedTo } from '../../conformance/list/collected-listings.ts';
import { eachLink, linkTarget } from '../../conformance/list/links/following.ts';
import { contractOf, judged, listingOf, readerOf, things } from './listings.ts';
import { pageOf } from './pages.ts';

it.each(['http://other.example/api/nodes/1/products?a=1', '//other.example/api/nodes/1/products?a=1'])(
  'of a link to another host only its path and query are used: %s',
  (link) => {
    expect(linkTarget({ baseUrl: 'http://shop.example/api' }, pageOf({}, 0), link)).toBe(
      '/nodes/1/products?a=1',
    );
  },
);

it('only the rule on one name reports a link that leads nowhere', async () => {
  const contract = await contractOf('offset', 'links: /links');
  const read = readerOf(contract);
  const listing = listingOf([
    read('?offset=0&limit=1', { items: things('a'), links: { next: '/elsewhere?offset=1' } }),
  ]);
  const passes = () => {};
  expect(judged(eachLink(['next'], passes), contract, listing)).toEqual([
    expect.stringContaining('/elsewhere?offset=1, whose address is not that of the listing'),
  ]);
  expect(judged(eachLink(['next', 'prev'], passes), contract, listing)).toBe(0);
});

it('a link may state a sort, whether or not it is known where the page begins to which it leads', async () => {
  const contract = await contractOf(
    'token',
    "links: { next: /token }\nsort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { name: /name } }",
  );
  const followed: unknown[] = [];
  const claim = eachLink(['next'], ({ to }) => void followed.push(to?.items.map(({ id }) => id)));
  const sorted = { items: things('a'), token: '?limit=1&sort=name&cursor=x' };
  for (const before of [[], [sorted]]) {
    const read = readerOf(contract);
    for (const one of before) read('?limit=1&sort=name', one);
    const pages = [
      read('?limit=1', sorted),
      read('?limit=1&sort=name&cursor=x', { items: things('b'), token: null }),
    ];
    const [{ collection } = {}] = pages;
    judged(claim, contract, narrowedTo(listingOf([], collection ? { collection } : {}), pages, []));
  }
  expect(followed).toEqual([['b'], ['b']]);
});
