import { at } from '../../../src/json/json.ts';
import { other } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

export default observation('unsent-rate-limit', async (look) => {
  const limit = at(await created(look, 'application-key'), 'data', 'reserved_rate_limit');
  if (limit === undefined) return 'absent';
  if (limit === null) return 'null';
  return Number.isInteger(limit) ? 'number' : other('something other than an integer');
});
