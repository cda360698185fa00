import { isObject } from '../../../src/wire/json.ts';
import { observation } from '../../engine/rule.ts';
import { listedNodes } from '../../listing/listed-nodes.ts';

const known = ['current', 'first', 'last', 'prev', 'next'];

export default observation({
  clause: 'products-links-others',
  asks: 'which further links are there on a product?',
  look: async (look) => {
    const products = (await listedNodes(look)).flatMap(({ page }) => page.products);
    const links = products.map((product) => product.links).filter(isObject);
    look.occasion(links.length > 0, 'no product shows links');
    const names = new Set(links.flatMap((link) => Object.keys(link)));
    return (
      [...names]
        .filter((name) => !known.includes(name))
        .sort()
        .join(', ') || 'none'
    );
  },
});
