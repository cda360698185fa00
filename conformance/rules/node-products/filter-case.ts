import { attempt } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor } from '../../listing/filtering.ts';
import { type Attribute, drawFrom, harvest, shownValue } from '../../listing/harvest.ts';
import { matchLoosely } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-case',
  title: 'eq tells capital letters from small ones',
  needs: ['node-products/filter-none-matches'],
  check: async (probe) => {
    // A slug in capitals is none by its alphabet, and may rightly be refused.
    await attempt(mustTellApart(probe, 'slug', Math.ceil(probe.draws / 3)));
    await mustTellApart(probe, 'name', probe.draws);
  },
  mutants: [
    {
      name: 'slugs match in any letter case',
      wire: matchLoosely((slug, value) => slug.toLowerCase() === value.toLowerCase(), 'slug'),
    },
    {
      name: 'names match in any letter case',
      wire: matchLoosely((name, value) => name.toLowerCase() === value.toLowerCase()),
    },
  ],
});

/** Claims that a value in other letters brings nothing but products that are spelled like it. */
async function mustTellApart(probe: Probe, attribute: Attribute, draws: number): Promise<void> {
  const finds = (await harvest(probe, attribute)).filter(({ value }) => otherCase(value) !== value);
  probe.occasion(finds.length > 0, `no plain ${attribute} has letters`);
  await drawFrom({ ...probe, draws }, `other case ${attribute}`, finds, async ({ whole, value }) => {
    const other = otherCase(value);
    const page = await filtered(probe, whole, filterFor(attribute, other));
    const stray = page.products
      .map((product) => shownValue(product, attribute))
      .find((shown) => shown !== other && shown !== undefined);
    const wanted = `nothing but products whose ${attribute} is ${other}`;
    probe.must(stray === undefined, wanted, `a product whose ${attribute} is ${stray}`, page.answer);
  });
}

/** Capitals for small letters and small letters for capitals. */
const otherCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join('');
