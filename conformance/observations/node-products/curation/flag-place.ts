import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { listedProducts } from '../../../interface/node-products/pages/listed-nodes.ts';
import { marksOf } from '../../../interface/read-page.ts';

export default observation('flag-place', async (look) => {
  const places = [...new Set((await listedProducts(look)).flatMap(marksOf))];
  const [place, ...others] = places;
  look.occasion(place, 'no product has a mark of curation');
  if (place === undefined || others.length > 0) return other(places.sort().join(' and '));
  return place;
});
