import { observation } from '../../../core/rule.ts';
import { findsIt, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation({
  asks: 'what does a filter by an attribute bring that its operator does not support?',
  look: async (look) => {
    const [sought] = await soughtProducts(look, 1);
    const equal = await findsIt(look, sought, `eq(id,${sought.shownId})`);
    const among = await findsIt(look, sought, `in(name,${sought.name})`);
    return `eq by id ${equal}, in by name ${among}`;
  },
});
