import { observation } from '../../../core/rule.ts';
import { type ListedNode, listedNodes } from '../../../interface/node-products/pages/listed-nodes.ts';
import { curatedOrder } from '../../../interface/whole.ts';

export default observation('uncurated-place', async (look) => {
  const order = (await listedNodes(look)).map(curation).find((marks) => new Set(marks).size > 1);
  const marks = look.occasion(order, 'no node shows curated products and others', 'nodes: [{ curated: … }]');
  if (!marks.slice(marks.indexOf(false)).includes(true)) return 'after';
  return marks.slice(marks.indexOf(true)).includes(false) ? 'mixed' : 'before';
});

/** For each product of a node in order, whether it is curated. */
function curation({ node, page }: ListedNode): boolean[] {
  const named = new Set(curatedOrder(node));
  return page.items.map(({ id, isCurated }) => isCurated || (id !== undefined && named.has(id)));
}
