import { rule } from '../../engine/rule.ts';
import { mustBeComplete } from '../../listing/filtering.ts';
import { drawFrom, harvest, notable } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { loseMatches, shortSighted } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-in-id-complete',
  title: 'in(id,…) brings the product of that id',
  needs: [...identity, 'node-products/filter-in-id-sound', 'node-products/hidden-never-shown'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'id');
    for (const find of notable(finds)) await mustBeComplete(probe, find, 'id');
    await drawFrom(probe, 'in id', finds, (find) => mustBeComplete(probe, find, 'id'));
  },
  mutants: [
    { name: 'a filter looks through the first hundred products only', wire: shortSighted },
    {
      name: 'a filter by id finds only ids that begin with a letter',
      wire: loseMatches(({ filter }) => /^in\(id,\d[^,]*\)$/.test(filter)),
    },
  ],
});
