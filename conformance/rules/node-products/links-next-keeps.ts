import { at, type JsonObject } from '../../../src/wire/json.ts';
import { eachOf } from '../../engine/nodes.ts';
import { rule } from '../../engine/rule.ts';
import { follow, pageWithLinks } from '../../listing/links.ts';
import { list, shownIds } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { changeLinks } from '../../mutants/listing.ts';

export default rule({
  clause: 'products-links-next-keeps',
  title: 'links.next keeps the limit and the filter',
  needs: ['node-products/links-next', 'node-products/filter-pages'],
  check: async (probe) => {
    await eachOf(
      (await wholes(probe)).filter(({ products }) => products.length > 5).slice(0, 2),
      async ({ node, products }) => {
        const ids = shownIds(products);
        probe.occasion(ids.length > 5, 'no node has six products');
        const plain = await pageWithLinks(probe, node, { limit: 2, offset: 0 });
        const next = await follow(probe, node, plain, 'next');
        probe.must(
          next.products.length === 2,
          'links.next to keep the limit of 2',
          `a page of ${next.products.length}`,
          plain.answer,
          next.answer,
        );
        const filter = `in(id,${ids.slice(1, 4).join(',')})`;
        const filtered = await list(probe, node, { filter, limit: 2, offset: 0 });
        if (!filtered.products.some((product) => typeof at(product, 'links', 'next') === 'string')) return;
        const rest = await follow(probe, node, filtered, 'next');
        probe.must(
          rest.products.length === 1,
          'links.next to keep the filter, of which one match is left',
          `a page of ${rest.products.length}`,
          filtered.answer,
          rest.answer,
        );
      },
    );
  },
  mutants: [
    { name: 'links.next forgets the limit', wire: changeLinks((links) => without(links, 'page[limit]')) },
    { name: 'links.next forgets the filter', wire: changeLinks((links) => without(links, 'filter')) },
  ],
});

/** The links with one parameter taken out of the next one. */
function without(links: JsonObject, parameter: string): JsonObject {
  if (typeof links.next !== 'string') return links;
  const url = new URL(links.next);
  url.searchParams.delete(parameter);
  return { ...links, next: url.href };
}
