import { at } from '../../../src/json/json.ts';
import { observation } from '../../core/rule.ts';
import { created } from '../../interface/observing/created.ts';

export default observation({
  asks: 'where does the address of a new key stand?',
  look: async (look) => {
    const reply = await created(look, 'application-key');
    const inside = typeof at(reply, 'data', 'links', 'self') === 'string';
    const beside = typeof at(reply, 'links', 'self') === 'string';
    if (inside && beside) return 'inside data and beside it';
    if (inside) return 'inside data';
    return beside ? 'beside data' : 'nowhere';
  },
});
