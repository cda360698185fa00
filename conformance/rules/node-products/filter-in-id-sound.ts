import { rule } from '../../engine/rule.ts';
import { mustBeSound } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { ignoreFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-in-id-sound',
  title: 'in(id,…) brings no product of another id',
  needs: [...identity],
  evidence: 'filter',
  check: async (probe) => {
    const finds = await harvest(probe, 'id');
    await drawFrom(probe, 'in id', finds, ({ whole, value }) => mustBeSound(probe, whole, 'id', value));
  },
  mutants: [
    {
      name: 'a filter by id is checked but not applied',
      wire: ignoreFilter(({ filter }) => filter.startsWith('in(id,')),
    },
  ],
});
