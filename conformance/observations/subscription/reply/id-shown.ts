import { at } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

export default observation({
  asks: 'does a new subscription show its id?',
  look: async (look) =>
    typeof at(await created(look, 'subscription'), 'data', 'id') === 'string' ? 'yes' : 'no',
});
