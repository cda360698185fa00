import { rule } from '../../engine/rule.ts';
import { mustBeComplete } from '../../listing/filtering.ts';
import { drawFrom, harvest, notable } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { firstMatch, loseMatches, onSecondNode } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-eq-name-complete',
  title: 'eq(name,…) brings every product of that name',
  needs: [...identity, 'node-products/filter-eq-name-sound', 'node-products/hidden-never-shown'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'name');
    for (const find of notable(finds)) await mustBeComplete(probe, find, 'name');
    await drawFrom(probe, 'eq name', finds, (find) => mustBeComplete(probe, find, 'name'));
  },
  mutants: [
    { name: 'of two products of one name only the first is found', wire: firstMatch },
    {
      name: 'a filter by name finds nothing on the second node',
      wireFor: onSecondNode(loseMatches(({ filter }) => filter.startsWith('eq(name,'))),
    },
  ],
});
