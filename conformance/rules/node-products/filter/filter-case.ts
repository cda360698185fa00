import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { isSameInOtherCase, shownValue, soughtOn } from '../../../interface/node-products/filters/asked.ts';
import { attributesThat } from '../../../interface/node-products/filters/filter.ts';
import { productsWith } from '../../../interface/node-products/filters/known-products.ts';
import { filteredPages } from '../../../interface/whole.ts';
import { matchLoosely } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: '`{equals}(…)` distinguishes upper case from lower case',
  claims: [
    eachListing('filters', (listing, judge) => {
      for (const page of filteredPages(listing)) {
        for (const attribute of attributesThat(page.query.list, 'equals')) {
          const value = soughtOn(page, attribute);
          if (value === undefined) continue;
          const isOther = (shown: string | undefined): boolean =>
            shown !== undefined &&
            shown.trim() !== value &&
            isSameInOtherCase(shown, value) &&
            isAscii(shown);
          const found = page.items.map((item) => shownValue(item, attribute)).find(isOther);
          const couldCome = productsWith(listing, attribute, value).some(({ item }) =>
            isOther(shownValue(item, attribute)),
          );
          if (found === undefined && !couldCome) continue;
          judge.claim(found === undefined, () => ({
            expected: `only products whose ${attribute} is ${value}`,
            saw: `a product whose ${attribute} is ${found}`,
            pages: [page],
            fingerprint: 'members',
          }));
        }
      }
    }),
  ],
  mutants: [
    {
      name: 'slugs match in any letter case',
      wire: matchLoosely((slug, value) => slug.toLowerCase() === value.toLowerCase(), 'slug'),
    },
    {
      name: 'names match in any letter case',
      wire: matchLoosely((name, value) => name.toLowerCase() === value.toLowerCase()),
    },
  ],
});

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
