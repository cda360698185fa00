import { observation } from '../../engine/rule.ts';
import { findsIt, soughtProducts } from '../../listing/sought.ts';

export default observation({
  clause: 'products-filter-unknown-attribute',
  asks: 'what does a filter by an attribute bring that its operator does not support?',
  look: async (look) => {
    const [sought] = await soughtProducts(look, 1);
    const equal = await findsIt(look, sought, `eq(id,${sought.id})`);
    const among = await findsIt(look, sought, `in(name,${sought.name})`);
    return `eq by id ${equal}, in by name ${among}`;
  },
});
