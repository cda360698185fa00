import type { JsonObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachPageShows } from '../../../interface/claims.ts';
import { noLinks } from '../../../interface/node-products/pages/following.ts';
import { changeLinks } from '../../../mutants/node-products/listing.ts';

const names = ['current', 'first'] as const;

export default rule({
  title: 'data[].links has current and first',
  claims: [
    eachPageShows(({ page }, judge) => {
      if (page.links.length === 0) judge.untested(noLinks);
      const { gone } = judge.contract;
      const expected = names.filter((name) => !gone.some(({ path }) => path.at(-1) === name));
      for (const links of new Set(page.links)) {
        const missing = expected.filter((name) => (links[name] ?? undefined) === undefined);
        judge.claim(missing.length === 0, () => ({
          expected: `data[].links has ${expected.join(' and ')}`,
          saw: `no ${missing.join(' and no ')}`,
          shown: [page.exchange],
        }));
      }
    }),
  ],
  mutants: names.map((name) => ({
    name: `links have no ${name}`,
    wire: changeLinks(({ [name]: _, ...links }): JsonObject => links),
  })),
});
