import { isObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { listedProducts } from '../../../interface/node-products/pages/listed-nodes.ts';
import { linkNames } from '../../../interface/read-page.ts';

export default observation('further-links', async (look) => {
  const links = (await listedProducts(look)).map((product) => product.links).filter(isObject);
  look.occasion(links.length > 0, 'no product shows links');
  const names = new Set(links.flatMap((link) => Object.keys(link)));
  for (const known of linkNames) names.delete(known);
  return names.size > 0 ? 'some' : 'none';
});
