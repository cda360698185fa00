import { rule } from '../../engine/rule.ts';
import { mustBeComplete } from '../../listing/filtering.ts';
import { drawFrom, harvest, notable } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { loseMatches, onSecondNode } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-eq-slug-complete',
  title: 'eq(slug,…) brings every product of that slug',
  needs: [...identity, 'node-products/filter-eq-slug-sound', 'node-products/hidden-never-shown'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'slug');
    for (const find of notable(finds)) await mustBeComplete(probe, find, 'slug');
    await drawFrom(probe, 'eq slug', finds, (find) => mustBeComplete(probe, find, 'slug'));
  },
  mutants: [
    {
      name: 'a filter by slug finds nothing on the second node',
      wireFor: onSecondNode(loseMatches(({ filter }) => filter.startsWith('eq(slug,'))),
    },
  ],
});
