import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { componentIds, includedOn, namedComponents } from '../../listing/bundles.ts';
import { idOf } from '../../listing/listing.ts';
import { components, identity } from '../../listing/needs.ts';
import { plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { differ } from '../../listing/windows.ts';
import { changeIncluded } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-included-exact',
  title: 'the component products are those that the bundles of the page name',
  needs: [...identity, ...components, 'node-products/included-some', 'node-products/included-none-on-page'],
  check: async (probe) => {
    await eachOf(await wholes(probe), async (whole) => {
      const bundled = (await plainPages(probe, whole)).filter(
        ({ products }) => componentIds(products).length > 0,
      );
      probe.occasion(bundled.length > 0, 'no bundle shows components');
      for (const page of bundled) {
        const included = probe.occasion(includedOn(page), 'no list of component products');
        const saw = included.flatMap((product) => idOf(product) ?? []);
        const difference = differ(componentIds(page.products).toSorted(), [...new Set(saw)].toSorted());
        probe.must(
          difference === undefined,
          'exactly the products the components name',
          difference ?? '',
          page.answer,
        );
        const named = namedComponents(page.products);
        const surplus = saw.find((id) => countOf(saw, id) > countOf(named, id));
        const often = `${surplus} at most as often as the components name it`;
        probe.must(
          surplus === undefined,
          often,
          `${surplus} ${countOf(saw, surplus ?? '')} times`,
          page.answer,
        );
      }
    });
  },
  mutants: [
    {
      name: 'the last component product is left out',
      wire: changeIncluded((included) => (included.length > 1 ? included.slice(0, -1) : included)),
    },
    {
      name: 'every component product comes twice',
      wire: changeIncluded((included) => [...included, ...included]),
    },
    {
      name: 'the bundle itself is among its components',
      wire: changeIncluded((included, products) =>
        included.length > 0 ? [...included, ...products.slice(-1)] : included,
      ),
    },
  ],
});

const countOf = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;
