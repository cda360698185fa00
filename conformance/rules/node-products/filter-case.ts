import { at } from '../../../src/wire/json.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { matchLoosely } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-case',
  title: 'eq tells capital letters from small ones',
  needs: ['node-products/filter-none-matches'],
  check: async (probe) => {
    const finds = (await harvest(probe, 'name')).filter(({ value }) => otherCase(value) !== value);
    probe.occasion(finds.length > 0, 'no plain name has letters');
    await drawFrom(probe, 'other case', finds, async ({ whole, value }) => {
      const other = otherCase(value);
      const page = await filtered(probe, whole, filterFor('name', other));
      const stray = page.products
        .map((product) => at(product, 'attributes', 'name'))
        .find((name) => name !== other && name !== undefined);
      probe.must(
        stray === undefined,
        `nothing but products named ${other}`,
        `a product named ${stray}`,
        page.answer,
      );
    });
  },
  mutants: [
    {
      name: 'names match in any letter case',
      wire: matchLoosely((name, value) => name.toLowerCase() === value.toLowerCase()),
    },
  ],
});

/** Capitals for small letters and small letters for capitals. */
const otherCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
