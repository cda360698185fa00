import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { wholePage } from '../../../interface/read-page.ts';
import { grantInFull } from '../../../mutants/node-products/paging.ts';

const kind = `with over ${productWords(wholePage)}`;

export default rule({
  title: 'no page contains more than the greatest page size',
  claims: [
    {
      on: 'answer',
      judge: ({ page }, judge) => {
        if (!page) return;
        const couldHoldMore = page.query.filter === undefined && (page.total ?? 0) > wholePage;
        if (page.size <= wholePage && !couldHoldMore)
          return judge.untested(`no node has more than ${productWords(wholePage)}`, nodeLine(kind));
        judge.claim(page.size <= wholePage, () => ({
          expected: `${pageWords(page.query)} contains at most ${productWords(wholePage)}`,
          saw: productWords(page.size),
          shown: [page.exchange],
        }));
      },
    },
  ],
  mutants: [
    {
      name: 'the greatest page[limit] returns that many products',
      wire: grantInFull(({ limit, filter }) => filter === undefined && limit === 10_000),
    },
    {
      name: 'a page[limit] above the greatest page size returns that many products',
      wire: grantInFull(
        ({ limit = 0, filter }) => filter === undefined && limit > wholePage && limit <= 10_000,
      ),
    },
    {
      name: 'without page[limit], the whole node is returned',
      wire: grantInFull(({ limit, filter }) => filter === undefined && limit === undefined),
    },
    {
      name: 'page[limit]=0 is ignored',
      wire: grantInFull(({ limit, filter }) => filter === undefined && limit === 0),
    },
    {
      name: 'a negative page[limit] is ignored',
      wire: grantInFull(({ limit = 0, filter }) => filter === undefined && limit < 0),
    },
  ],
});
