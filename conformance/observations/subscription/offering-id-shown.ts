import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-offering-id-shown',
  asks: 'does the offering of a new subscription show its id?',
  look: async (look) => {
    const id = at(await created(look, 'subscription'), 'data', 'attributes', 'offering', 'id');
    return typeof id === 'string' ? 'yes' : 'no';
  },
});
