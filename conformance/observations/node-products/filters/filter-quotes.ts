import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { findsIt, foundIt, foundNothing, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation('filter-quotes', async (look) => {
  const [sought] = await soughtProducts(look, 1);
  const double = await findsIt(look, sought, `eq(name,"${sought.name}")`);
  const single = await findsIt(look, sought, `eq(name,'${sought.name}')`);
  if (single === foundNothing && double === foundNothing) return 'literal';
  if (single === foundNothing && double === foundIt) return 'stripped';
  return other(`in double quotes ${double}, in single quotes ${single}`);
});
