import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isRefusedWord, seek, soughtProducts } from '../../../interface/observing/sought.ts';

export default observation('filter-joined', async (look) => {
  const [one, second] = await soughtProducts(look, 2);
  const another = look.occasion(second, 'no node shows two products fit to be looked for');
  const same = await seek(look, one.where, `eq(name,${one.name}):eq(slug,${one.slug})`);
  if (typeof same === 'string') return isRefusedWord(same) ? 'refused' : other(same);
  if (String(same) !== one.id) return other('accepted, but it does not find what both name');
  const apart = await seek(look, one.where, `eq(name,${one.name}):eq(slug,${another.slug})`);
  if (typeof apart === 'string') return other(apart);
  if (apart.length === 0) return 'and';
  if (apart.length > 1) return other('one of them has to hold');
  return other(String(apart) === one.id ? 'only the first counts' : 'only the last counts');
});
