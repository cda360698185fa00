import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { noLinks } from '../../../interface/node-products/pages/following.ts';
import { changeProducts, withoutLinks } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'data[].links is on all products of a page, or on none',
  claims: [
    eachPageShows(({ page, products }, judge) => {
      if (page.links.length === 0) return judge.untested(noLinks);
      const without = products.findIndex(({ links }) => links === undefined || links === null);
      judge.claim(without === -1, () => ({
        expected: `data[${without}].links, since another product of the page has links`,
        saw: `links on ${page.links.length} of ${products.length} products`,
        shown: [page.exchange],
      }));
    }),
  ],
  mutants: [
    {
      name: 'only the first product of a page has links',
      wire: changeProducts((product, index) => (index === 0 ? product : withoutLinks(product))),
    },
  ],
});
