import { nodeLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { grantInFull } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'no page contains more than the greatest page size',
  claims: [
    {
      on: 'answer',
      judge: ({ page }, judge) => {
        if (!page) return;
        const { held } = page.query.bounds;
        const couldHoldMore = page.query.filter === undefined && (page.total ?? 0) > held;
        if (page.size <= held && !couldHoldMore)
          return judge.untested(
            `no node has more than ${productWords(held)}`,
            nodeLine(`with over ${productWords(held)}`),
          );
        judge.claim(page.size <= held, () => ({
          expected: `${pageWords(page.query)} contains at most ${productWords(held)}`,
          saw: productWords(page.size),
          shown: [page.exchange],
        }));
      },
    },
  ],
  mutants: [
    {
      name: 'the greatest {limit} returns that many products',
      wire: grantInFull(({ limit, filter, widest }) => filter === undefined && limit === widest),
    },
    {
      name: 'a {limit} above the greatest page size returns that many products',
      wire: grantInFull(
        ({ limit = 0, filter, largest, widest }) =>
          filter === undefined && limit > largest && limit <= widest,
      ),
    },
    {
      name: 'without {limit}, the whole node is returned',
      wire: grantInFull(({ limit, filter }) => filter === undefined && limit === undefined),
    },
    {
      name: '{limit}=0 is ignored',
      wire: grantInFull(({ limit, filter }) => filter === undefined && limit === 0),
    },
    {
      name: 'a negative {limit} is ignored',
      wire: grantInFull(({ limit = 0, filter }) => filter === undefined && limit < 0),
    },
  ],
});
