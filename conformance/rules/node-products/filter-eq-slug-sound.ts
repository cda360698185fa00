import { rule } from '../../engine/rule.ts';
import { mustBeSound } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { ignoreFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-eq-slug-sound',
  title: 'eq(slug,…) brings no product of another slug',
  needs: [...identity, 'node-products/product.attributes.slug/pattern'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'slug');
    await drawFrom(probe, 'eq slug', finds, ({ whole, value }) => mustBeSound(probe, whole, 'slug', value));
  },
  mutants: [
    {
      name: 'a filter by slug is checked but not applied',
      wire: ignoreFilter(({ filter }) => filter.startsWith('eq(slug,')),
    },
  ],
});
