import type { JsonObject } from '../../../src/wire/json.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor } from '../../listing/filtering.ts';
import { drawFrom, harvest, isPlain, shownValue } from '../../listing/harvest.ts';
import { idOf } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { totalOf, type Whole, wholes } from '../../listing/whole.ts';
import { borrow } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-other-node',
  title: "in(id,…) does not bring another node's product",
  needs: [...identity, 'node-products/filter-none-matches'],
  evidence: 'filter',
  check: async (probe) => {
    const complete = (await wholes(probe)).filter((whole) => {
      const ids = new Set(whole.products.map(idOf));
      return whole.products.length > 0 && ids.size === whole.products.length && totalOf(whole) === ids.size;
    });
    probe.occasion(
      complete.length > 1,
      'fewer than two nodes with products are known',
      'nodes: [a second one, with products of its own]',
    );
    const finds = (await harvest(probe, 'id')).flatMap((find) =>
      complete
        .filter(
          ({ node, products }) =>
            node !== find.whole.node &&
            !products.some((product) => idOf(product) === find.value.toLowerCase()),
        )
        .slice(0, 2)
        .map((whole) => ({ ...find, whole })),
    );
    probe.occasion(finds.length > 0, 'all nodes hold the same products');
    await drawFrom(probe, 'other node', finds, async ({ whole, value }) => {
      const page = await filtered(probe, whole, filterFor('id', value));
      probe.must(
        page.products.length === 0,
        `nothing, since ${value} is of another node`,
        `${page.products.length} products`,
        page.answer,
        ...whole.pages.map(({ answer }) => answer),
      );
    });
    for (const { whole, product } of finds.slice(0, 3)) await mustNotBorrow(probe, whole, product);
  },
  mutants: [
    { name: 'a filter by id looks in every node', wireFor: borrow((filter) => filter.startsWith('in(id,')) },
    {
      name: 'a filter by name looks in every node',
      wireFor: borrow((filter) => filter.startsWith('eq(name,')),
    },
  ],
});

/** Claims that the name of another node's product does not bring it. */
async function mustNotBorrow(probe: Probe, whole: Whole, product: JsonObject): Promise<void> {
  const name = shownValue(product, 'name');
  if (name === undefined || !isPlain(name) || whole.products.some((own) => shownValue(own, 'name') === name))
    return;
  const page = await filtered(probe, whole, filterFor('name', name));
  const isStray = page.products.some((found) => idOf(found) === idOf(product));
  const shown = [page, ...whole.pages].map(({ answer }) => answer);
  probe.must(
    !isStray,
    `nothing of another node under the name ${name}`,
    'a product of another node',
    ...shown,
  );
}
