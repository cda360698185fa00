import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';

const optional = ['canceled_at', 'paused_at', 'resumed_at', 'end_date'];

export default observation({
  clause: 'subscription-meta-optional-timestamps-shown',
  asks: 'which optional timestamps does a new subscription show?',
  look: async (look) => {
    const reply = await created(look, 'subscription');
    const timestamps = at(reply, 'data', 'attributes', 'meta', 'timestamps');
    return optional.filter((name) => (at(timestamps, name) ?? null) !== null).join(', ') || 'none';
  },
});
