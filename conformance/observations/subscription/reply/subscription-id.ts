import { at } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

export default observation('subscription-id', async (look) => {
  const id = at(await created(look, 'subscription'), 'data', 'id');
  return typeof id === 'string' ? 'shown' : 'absent';
});
