import { at } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { listedNodes } from '../../listing/listed-nodes.ts';

export default observation({
  clause: 'product-slugs-unique',
  asks: 'may two products of a node have the same slug?',
  look: async (look) => {
    const nodes = await listedNodes(look);
    const slugs = nodes.map(({ page }) =>
      page.products
        .map((product) => at(product, 'attributes', 'slug'))
        .filter((slug) => typeof slug === 'string'),
    );
    look.occasion(slugs.flat().length > 0, 'no product shows a slug');
    return slugs.some((shown) => new Set(shown).size < shown.length) ? 'yes' : 'none was seen twice';
  },
});
