import { rule } from '../../engine/rule.ts';
import { mustBeSound } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { ignoreFilter, matchLoosely } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-eq-slug-sound',
  title: 'eq(slug,…) brings no product of another slug',
  needs: [...identity, 'node-products/product.attributes.slug/pattern'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'slug');
    await drawFrom(probe, 'eq slug', finds, async ({ whole, value }) => {
      await mustBeSound(probe, whole, 'slug', value);
      if (value.length > 1) await mustBeSound(probe, whole, 'slug', value.slice(0, -1));
    });
  },
  mutants: [
    {
      name: 'the beginning of a slug brings its product',
      wire: matchLoosely((slug, value) => slug.startsWith(value), 'slug'),
    },
    {
      name: 'a filter by slug is checked but not applied',
      wire: ignoreFilter(({ filter }) => filter.startsWith('eq(slug,')),
    },
  ],
});
