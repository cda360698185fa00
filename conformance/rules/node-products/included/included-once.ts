import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { changeIncluded } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'included.component_products has each product once',
  claims: [
    eachListing('included', (listing, judge) => {
      for (const page of listing.pages) {
        const saw = (page.included ?? []).flatMap(({ id }) => id ?? []);
        if (saw.length === 0) continue;
        const twice = saw.find((id, index) => saw.indexOf(id) < index);
        judge.claim(twice === undefined, () => ({
          expected: 'each product once in included.component_products',
          saw: `${twice} ${saw.filter((id) => id === twice).length} times`,
          pages: [page],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'the first component product is returned twice',
      wire: changeIncluded((included) => [...included.slice(0, 1), ...included]),
    },
    {
      name: 'every component product is returned many times',
      wire: changeIncluded((included) => [...included, ...included, ...included, ...included]),
    },
  ],
});
