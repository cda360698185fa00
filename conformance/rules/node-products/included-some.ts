import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { componentIds, includedOn } from '../../listing/bundles.ts';
import { plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { changeIncluded } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-included-some',
  title: 'component products come with the bundles of a page',
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const bundled = (await plainPages(probe, whole)).filter(
        ({ products }) => componentIds(products).length > 0,
      );
      probe.occasion(bundled.length > 0, 'no bundle shows components');
      for (const page of bundled) {
        const included = probe.occasion(includedOn(page), 'no list of component products');
        probe.must(
          included.length > 0,
          'component products of the bundles on this page',
          'none',
          page.answer,
        );
      }
    });
  },
  mutants: [
    { name: 'component products are never included', wire: changeIncluded(() => []) },
    {
      name: 'small pages include no component products',
      wire: changeIncluded((included, _, { limit }) => (limit === 7 ? [] : included)),
    },
  ],
});
