import { observation } from '../../../core/rule.ts';
import { findsIt, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation({
  asks: 'may a value in a filter stand in quotes?',
  look: async (look) => {
    const [sought] = await soughtProducts(look, 1);
    const double = await findsIt(look, sought, `eq(name,"${sought.name}")`);
    const single = await findsIt(look, sought, `eq(name,'${sought.name}')`);
    return `in double quotes ${double}, in single quotes ${single}`;
  },
});
