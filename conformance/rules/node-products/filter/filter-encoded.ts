import { attemptsAt } from '../../../core/attempt.ts';
import { differ } from '../../../core/differ.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { isAsShown } from '../../../interface/node-products/filters/asked.ts';
import { filteredPages, idsOf } from '../../../interface/whole.ts';
import { ignoreEncoded, rejectEncoded } from '../../../mutants/node-products/encoded.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a percent-encoded comma or parenthesis does not change a filter',
  claims: [
    attemptsAt('node-products/filter-encoded', profiles['node-products']),
    eachListing('filters', (listing, judge) => {
      const pages = filteredPages(listing);
      for (const page of pages.filter((one) => !isAsShown(one))) {
        const same = pages.find(
          (one) => isAsShown(one) && JSON.stringify(one.query) === JSON.stringify(page.query),
        );
        const [expected, saw] = [same && idsOf(same.items), idsOf(page.items)];
        if (!same || !expected || !saw || expected.length === 0) continue;
        const difference = differ(expected.toSorted(), saw.toSorted());
        judge.claim(difference === undefined, () => ({
          expected: `the same products as under ${page.query.filter} without percent-encoding`,
          saw: difference ?? '',
          pages: [page, same],
          fingerprint: 'members',
        }));
      }
    }),
  ],
  mutants: [
    { name: 'an encoded comma belongs to the value', wire: rejectEncoded('%2C') },
    { name: 'an encoded parenthesis belongs to the value', wire: rejectEncoded('%28') },
    { name: 'a filter with its comma encoded is ignored', wire: ignoreEncoded('%2C') },
  ],
});
