import { observation } from '../../../core/rule.ts';
import { seek, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation({
  asks: 'can two conditions be joined by a colon?',
  look: async (look) => {
    const [one, second] = await soughtProducts(look, 2);
    const other = look.occasion(second, 'no node shows two products fit to be looked for');
    const same = await seek(look, one.where, `eq(name,${one.name}):eq(slug,${one.slug})`);
    if (typeof same === 'string') return same;
    if (String(same) !== one.id) return 'accepted, but it does not find what both name';
    const apart = await seek(look, one.where, `eq(name,${one.name}):eq(slug,${other.slug})`);
    if (typeof apart === 'string') return apart;
    if (apart.length === 0) return 'both have to hold';
    if (apart.length > 1) return 'one of them has to hold';
    return String(apart) === one.id ? 'only the first counts' : 'only the last counts';
  },
});
