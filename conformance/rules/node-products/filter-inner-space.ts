import { rule } from '../../engine/rule.ts';
import { mustBeComplete, mustBeSound } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { loseMatches } from '../../mutants/filter.ts';

const spaced = (value: string): boolean => /^[A-Za-z0-9._-]+( [A-Za-z0-9._-]+)+$/.test(value);

export default rule({
  clause: 'products-filter-inner-space',
  title: 'eq works for names with single spaces within',
  needs: ['node-products/filter-eq-name-sound', 'node-products/filter-eq-name-complete'],
  check: async (probe) => {
    const finds = await harvest(probe, 'name', spaced);
    await drawFrom(probe, 'inner space', finds, async (find) => {
      await mustBeComplete(probe, find, 'name');
      await mustBeSound(probe, find.whole, 'name', find.value);
    });
  },
  mutants: [
    {
      name: 'a name with a space in it is never found',
      wire: loseMatches(({ filter }) => /^eq\(name,[^)]* /.test(filter)),
    },
  ],
});
