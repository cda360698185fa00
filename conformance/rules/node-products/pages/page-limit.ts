import { rule } from '../../../core/rule.ts';
import { eachPage } from '../../../interface/claims.ts';
import { pageWords, productWords } from '../../../interface/pages/page-words.ts';
import { wholePage } from '../../../interface/read-page.ts';
import { nodeLine } from '../../../interface/remedies.ts';
import { misread } from '../../../mutants/listing.ts';
import { ignoreLimitAlone } from '../../../mutants/paging.ts';

export default rule({
  title: 'a page holds at most page[limit] products',
  shows: 'pagination',
  claims: [
    eachPage(({ page }, judge) => {
      const { limit, odd } = page.query;
      if (odd || limit === undefined || limit < 1 || limit > wholePage) return;
      // What limit a page with fewer products was cut by does not show.
      if (page.size < limit && page.total === page.size)
        return judge.unexercised(
          'no node holds more products than a small page',
          nodeLine('of several products'),
        );
      judge.claim(page.size <= limit, () => ({
        expected: `${pageWords(page.query)} holds at most ${productWords(limit)}`,
        saw: productWords(page.size),
        shown: [page.exchange],
      }));
    }),
  ],
  mutants: [
    { name: 'a limit counts only where an offset is given', wire: ignoreLimitAlone },
    {
      name: 'a page holds one product too many',
      wire: misread(({ limit }) =>
        limit !== undefined && limit < wholePage ? { limit: limit + 1 } : undefined,
      ),
    },
    {
      name: 'small pages are rounded up to ten',
      wire: misread(({ limit = wholePage }) => (limit < 10 ? { limit: 10 } : undefined)),
    },
    {
      name: 'under a filter the limit is forgotten',
      wire: misread(({ filter }) => (filter === undefined ? undefined : { limit: wholePage })),
    },
  ],
});
