import { rule } from '../../engine/rule.ts';
import { mustBeSound } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { ignoreFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-eq-name-sound',
  title: 'eq(name,…) brings no product of another name',
  needs: [...identity],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'name');
    await drawFrom(probe, 'eq name', finds, ({ whole, value }) => mustBeSound(probe, whole, 'name', value));
  },
  mutants: [
    {
      name: 'a filter by name is checked but not applied',
      wire: ignoreFilter(({ filter }) => filter.startsWith('eq(name,')),
    },
  ],
});
