import { observation } from '../../../core/rule.ts';
import { listedProducts } from '../../../interface/pages/listed-nodes.ts';
import { marksOf } from '../../../interface/read-page.ts';

export default observation({
  asks: 'where on a product does its mark of curation stand?',
  look: async (look) => {
    const places = new Set((await listedProducts(look)).flatMap(marksOf));
    look.occasion(places.size > 0, 'no product has a mark of curation');
    return [...places].sort().join(' and ');
  },
});
