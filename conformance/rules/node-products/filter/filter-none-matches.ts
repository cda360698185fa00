import { type JsonObject, withoutAt } from '../../../../src/json/json.ts';
import type { Page } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing, eachPlainPage } from '../../../interface/claims.ts';
import { anySoughtOn, nobody, shownValue } from '../../../interface/node-products/filters/asked.ts';
import { filteredPages, plainPages } from '../../../interface/whole.ts';
import { ignoreFilter } from '../../../mutants/node-products/filter.ts';
import { changeProducts, looksForAny } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a filter for a value that no product has returns no products',
  shows: 'filter',
  claims: [
    eachPlainPage(({ page }, judge) => {
      const attribute = madeUpOn(page);
      // What shows that it is another product than was asked for is for the rule on that attribute.
      const isHidden = page.items.every((item) => attribute && shownValue(item, attribute) === undefined);
      if (attribute === undefined || page.size === 0 || !isHidden) return;
      judge.claim(false, () => ({
        expected: `no product under ${page.query.filter}`,
        saw: `${page.size} products`,
        shown: [page.exchange],
      }));
    }),
    eachListing('members', (listing, judge) => {
      // That nothing comes says something where there is something to come.
      const filled = plainPages(listing).find(({ size }) => size > 0);
      for (const page of filteredPages(listing))
        if (filled && madeUpOn(page) !== undefined && page.size === 0)
          judge.claim(true, () => ({ expected: '', saw: '', pages: [page, filled] }));
    }),
  ],
  mutants: [
    {
      name: 'a filter that nothing matches is dropped, by a server that shows neither names nor slugs',
      wire: (next, contract) =>
        changeProducts(withoutNames)(
          ignoreFilter(
            (query, matches) =>
              looksForAny(query, 'equals', /^[^'"]*$/) && matches === 0 && query.offset === 0,
          )(next, contract),
          contract,
        ),
    },
  ],
});

const withoutNames = (product: JsonObject): JsonObject =>
  [
    ['attributes', 'name'],
    ['attributes', 'slug'],
  ].reduce((left, path) => withoutAt(left, path) as JsonObject, product);

/** The attribute for which a page was asked by a value of ours. */
function madeUpOn(page: Page): string | undefined {
  const sought = anySoughtOn(page);
  return sought && nobody(sought.attribute) === sought.value ? sought.attribute : undefined;
}
