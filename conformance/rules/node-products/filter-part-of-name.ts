import { at } from '../../../src/wire/json.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { matchLoosely } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-part-of-name',
  title: 'a part of a name does not match the whole name',
  needs: ['node-products/filter-none-matches'],
  evidence: 'filter',
  check: async (probe) => {
    const finds = (await harvest(probe, 'name')).filter(({ value }) => value.length > 2);
    probe.occasion(finds.length > 0, 'no product has a plain name of three characters or more');
    // Each draw is asked for in four ways.
    const draws = Math.ceil(probe.draws * 0.4);
    await drawFrom({ ...probe, draws }, 'part of name', finds, async ({ whole, value }) => {
      const middle = Math.ceil(value.length / 2);
      const parts = [value.slice(0, -1), value.slice(1), value.slice(middle - 1, middle + 1)];
      // To some databases an underscore stands for any character.
      for (const part of [...parts, `${value.slice(0, middle)}_${value.slice(middle + 1)}`]) {
        const page = await filtered(probe, whole, filterFor('name', part));
        const stray = page.products
          .map((product) => at(product, 'attributes', 'name'))
          .find((name) => typeof name === 'string' && name.toLowerCase() !== part.toLowerCase());
        probe.must(
          stray === undefined,
          `nothing but products named ${part}`,
          `a product named ${stray}`,
          page.answer,
        );
      }
    });
  },
  mutants: [
    {
      name: 'an underscore stands for any character',
      wire: matchLoosely((name, value) => new RegExp(`^${value.replaceAll('_', '.')}$`).test(name)),
    },
    {
      name: 'the beginning of a name matches when nothing equals it',
      wire: matchLoosely((name, value) => name.startsWith(value)),
    },
    {
      name: 'any part of a name matches when nothing equals it',
      wire: matchLoosely((name, value) => name.includes(value)),
    },
  ],
});
