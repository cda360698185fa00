import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachPage } from '../../../interface/claims.ts';
import {
  pageWords,
  productWords,
  undefinedRequests,
} from '../../../interface/node-products/pages/page-words.ts';
import { misread } from '../../../mutants/node-products/listing.ts';
import { ignoreLimitAlone } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'a page contains at most {limit} products',
  shows: 'pagination',
  claims: [
    eachPage(({ page }, judge) => {
      const { limit, isPlain, bounds } = page.query;
      if (!isPlain) return judge.untested(undefinedRequests);
      if (limit === undefined || limit < 1 || limit > bounds.largest) return;
      // What limit a page with fewer products was cut by does not show.
      if (page.size < limit && page.total === page.size)
        return judge.untested(
          'no node holds more products than a small page',
          nodeLine('with several products'),
        );
      judge.claim(page.size <= limit, () => ({
        expected: `${pageWords(page.query)} contains at most ${productWords(limit)}`,
        saw: productWords(page.size),
        shown: [page.exchange],
      }));
    }),
  ],
  mutants: [
    { name: '{limit} is ignored without {offset}', wire: ignoreLimitAlone },
    {
      name: 'a page contains one product too many',
      wire: misread(({ limit, largest }) =>
        limit !== undefined && limit < largest ? { limit: limit + 1 } : undefined,
      ),
    },
    {
      name: 'small pages contain ten products',
      wire: misread(({ limit, largest }) => ((limit ?? largest) < 10 ? { limit: 10 } : undefined)),
    },
    {
      name: 'under a filter, {limit} is ignored',
      wire: misread(({ filter, largest }) => (filter === undefined ? undefined : { limit: largest })),
    },
  ],
});
