import type { JsonObject } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { marksOf } from '../../listing/curation-mark.ts';
import { type ListedNode, listedNodes } from '../../listing/listed-nodes.ts';
import { idOf } from '../../listing/listing.ts';

export default observation({
  clause: 'products-curated-place',
  asks: 'where do the other products of a partly curated node stand?',
  look: async (look) => {
    const order = (await listedNodes(look)).map(curation).find((marks) => new Set(marks).size > 1);
    const marks = look.occasion(
      order,
      'no node shows curated products and others',
      'nodes: [{ curated: … }]',
    );
    if (!marks.slice(marks.indexOf(false)).includes(true)) return 'after the curated ones';
    return marks.slice(marks.indexOf(true)).includes(false)
      ? 'among the curated ones'
      : 'before the curated ones';
  },
});

/** For each product of a node in order, whether it is curated. */
function curation({ node, page }: ListedNode): boolean[] {
  const named = new Set(node.curated?.map((id) => id.toLowerCase()));
  const isCurated = (product: JsonObject): boolean =>
    marksOf(product).length > 0 || named.has(idOf(product) ?? '');
  return page.products.map(isCurated);
}
