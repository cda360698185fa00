import { expect, it } from 'vitest';
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
