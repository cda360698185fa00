import { idOf } from '../../engine/listing.ts';
import { rule } from '../../engine/rule.ts';
import { filtered, filterFor } from '../../listing/filtering.ts';
import { drawFrom, harvest } from '../../listing/harvest.ts';
import { identity } from '../../listing/needs.ts';
import { totalOf, wholes } from '../../listing/whole.ts';
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
      );
    });
  },
  mutants: [{ name: 'a filter by id looks in every node', wireFor: borrow }],
});
