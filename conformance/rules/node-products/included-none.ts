import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { includedOn, isBundle, tellsItsKind } from '../../listing/bundles.ts';
import { plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { changeIncluded } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-included-none',
  title: 'no component products where the whole listing has no bundle',
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const { products } = whole;
      probe.occasion(products.length > 0, 'every node is empty');
      probe.occasion(products.every(tellsItsKind), 'not every product shows components or product_types');
      probe.occasion(!products.some(isBundle), 'every node has bundles');
      for (const page of await plainPages(probe, whole)) {
        const included = probe.occasion(includedOn(page), 'no list of component products');
        probe.must(
          included.length === 0,
          'no component products, since there are no bundles',
          `${included.length} of them`,
          page.answer,
        );
      }
    });
  },
  mutants: [
    {
      name: 'component products are shown without bundles',
      wire: changeIncluded((included, products, { filter }) =>
        filter === undefined && included.length === 0 ? products.slice(0, 1) : included,
      ),
    },
  ],
});
