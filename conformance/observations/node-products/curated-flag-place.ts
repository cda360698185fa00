import { observation } from '../../engine/rule.ts';
import { marksOf } from '../../listing/curation-mark.ts';
import { listedNodes } from '../../listing/listed-nodes.ts';

export default observation({
  clause: 'products-curated-flag-place',
  asks: 'where on a product does its mark of curation stand?',
  look: async (look) => {
    const products = (await listedNodes(look)).flatMap(({ page }) => page.products);
    const places = new Set(products.flatMap(marksOf));
    look.occasion(places.size > 0, 'no product carries a mark of curation');
    return [...places].sort().join(' and ');
  },
});
