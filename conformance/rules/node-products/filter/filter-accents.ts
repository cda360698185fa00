import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import {
  isNear,
  isSameInOtherCase,
  nearKey,
  soughtOn,
} from '../../../interface/node-products/filters/asked.ts';
import { productsWith } from '../../../interface/node-products/filters/known-products.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { matchLoosely } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: '`{equals}(name,…)` distinguishes letters with and without accents',
  claims: [
    eachListing('filters', (listing, judge) => {
      for (const page of filteredPages(listing)) {
        const value = soughtOn(page, 'name');
        if (value === undefined) continue;
        const isOther = (shown = ''): boolean => isNear(shown, value) && !isSameInOtherCase(shown, value);
        const found = page.items.find(({ name }) => isOther(name))?.name;
        const couldCome = productsWith(listing, 'name', value).some(({ item }) => isOther(item.name));
        if (found === undefined && !couldCome) continue;
        judge.claim(found === undefined, () => ({
          expected: `only products whose name is ${value}`,
          saw: `a product whose name is ${found}`,
          pages: [page],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    {
      name: 'letters with accents match those without',
      wire: matchLoosely((name, value) => nearKey(name) === nearKey(value)),
    },
  ],
});
