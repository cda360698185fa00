import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-id-shown',
  asks: 'does a new subscription show its id?',
  look: async (look) =>
    typeof at(await created(look, 'subscription'), 'data', 'id') === 'string' ? 'yes' : 'no',
});
