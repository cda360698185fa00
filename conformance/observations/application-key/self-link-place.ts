import { at } from '../../../src/json/json.ts';
import { other } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

export default observation('self-link-place', async (look) => {
  const reply = await created(look, 'application-key');
  const inside = typeof at(reply, 'data', 'links', 'self') === 'string';
  const beside = typeof at(reply, 'links', 'self') === 'string';
  if (inside && beside) return 'both';
  if (inside) return 'data';
  return beside ? 'top' : other('nowhere');
});
