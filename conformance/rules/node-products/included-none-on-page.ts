import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { includedOn, isBundle, tellsItsKind } from '../../listing/bundles.ts';
import { list } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { alwaysIncluded } from '../../mutants/included.ts';

export default rule({
  clause: 'products-included-none-on-page',
  title: 'no component products on a page without bundles',
  needs: ['node-products/included-none'],
  check: async (probe) => {
    await eachOf(await wholes(probe), async ({ node, products }) => {
      probe.occasion(products.some(isBundle), 'no node has bundles');
      const single = await Promise.all(
        products.slice(0, 20).map((_, offset) => list(probe, node, { limit: 1, offset })),
      );
      const plain = single.filter(
        (page) =>
          page.products.length > 0 &&
          page.products.every((product) => tellsItsKind(product) && !isBundle(product)),
      );
      probe.occasion(plain.length > 0, 'no page is without bundles');
      for (const page of plain) {
        const included = probe.occasion(includedOn(page), 'no list of component products');
        probe.must(
          included.length === 0,
          'no component products, since the page has no bundle',
          `${included.length} of them`,
          page.answer,
        );
      }
    });
  },
  mutants: [{ name: 'a page of one always includes a component product', wire: alwaysIncluded }],
});
