import { at } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { listedNodes } from '../../listing/listed-nodes.ts';

export default observation({
  clause: 'product-names-unique',
  asks: 'may two products of a node have the same name?',
  look: async (look) => {
    const nodes = await listedNodes(look);
    const names = nodes.map(({ page }) =>
      page.products
        .map((product) => at(product, 'attributes', 'name'))
        .filter((name) => typeof name === 'string'),
    );
    look.occasion(names.flat().length > 0, 'no product shows a name');
    return names.some((shown) => new Set(shown).size < shown.length) ? 'yes' : 'none was seen twice';
  },
});
