import { attempt, eachOf } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor, fiveFilter } from '../../listing/filtering.ts';
import { harvest, twinOf } from '../../listing/harvest.ts';
import { list, type Page, wholePage } from '../../listing/listing.ts';
import { eachFiltered, filteredPages } from '../../listing/seen-pages.ts';
import { totalOf, type Whole, wholes } from '../../listing/whole.ts';
import { changeTotal } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-total-filter-either',
  title: 'the total under a filter is what matches, or the whole node',
  needs: [
    'node-products/total-count',
    'node-products/filter-eq-name-sound',
    'node-products/filter-eq-name-complete',
  ],
  check: async (probe) => {
    await eachFiltered(probe, 'name', (whole, page) => mustBeEither(probe, whole, page, page));
    await attempt(mustCountTwins(probe));
    await eachOf(await wholes(probe), async (whole) => {
      const filter = probe.occasion(fiveFilter(whole), 'no node shows five products with their ids');
      const all = await filtered(probe, whole, filter);
      for (const page of await filteredPages(probe, whole)) mustBeEither(probe, whole, all, page);
    });
  },
  mutants: [
    {
      name: 'the total under a filter is the limit',
      wire: changeTotal((total, { filter, limit }) => (filter === undefined ? total : (limit ?? total))),
    },
    {
      name: 'under a filter the total is what a short page holds',
      wire: changeTotal((total, { filter, limit = wholePage }, products) =>
        filter !== undefined && limit < 10 ? products : total,
      ),
    },
    {
      name: 'of two products of one name, the total counts those on the page',
      wire: changeTotal((total, { filter, limit }, products) =>
        filter?.startsWith('eq(') && limit === 1 ? products : total,
      ),
    },
  ],
});

/** Claims that the total on a page under a filter is the number of all that match, or of the whole node. */
function mustBeEither(probe: Probe, whole: Whole, matching: Page, { total, answer }: Page): void {
  const all = totalOf(whole);
  const count = matching.products.length;
  if (all === undefined || total === undefined || count === wholePage) return;
  const shown = [answer, matching.answer, ...whole.pages.map((page) => page.answer)];
  probe.must(
    total === all || total === count,
    `a total of ${count} or ${all}`,
    `a total of ${total}`,
    ...shown,
  );
}

/** The same for a page that holds but one of two products of the same name. */
async function mustCountTwins(probe: Probe): Promise<void> {
  const { whole, value } = probe.occasion(twinOf(await harvest(probe, 'name')), 'no two names are the same');
  const filter = filterFor('name', value);
  const one = await list(probe, whole.node, { filter, limit: 1, offset: 0 });
  mustBeEither(probe, whole, await filtered(probe, whole, filter), one);
}
