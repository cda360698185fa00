import type { Look } from '../../core/look.ts';
import { listedNodes } from '../node-products/pages/listed-nodes.ts';

/** Whether two products of one node share a value of that attribute, as far as the first pages show. */
export async function seenTwice(look: Look, attribute: 'name' | 'slug'): Promise<'some' | 'none'> {
  const values = (await listedNodes(look)).map(({ page }) =>
    page.items.flatMap((item) => item[attribute] ?? []),
  );
  look.occasion(values.flat().length > 0, `no product shows a ${attribute}`);
  return values.some((shown) => new Set(shown).size < shown.length) ? 'some' : 'none';
}
