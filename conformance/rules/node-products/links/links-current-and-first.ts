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
      for (const links of new Set(page.links)) {
        const missing = names.filter((name) => (links[name] ?? undefined) === undefined);
        judge.claim(missing.length === 0, () => ({
          expected: `data[].links has ${names.join(' and ')}`,
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
