import { at } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

const optional = ['canceled_at', 'paused_at', 'resumed_at', 'end_date'];

export default observation({
  asks: 'which optional timestamps does a new subscription show?',
  look: async (look) => {
    const reply = await created(look, 'subscription');
    const timestamps = at(reply, 'data', 'attributes', 'meta', 'timestamps');
    return optional.filter((name) => (at(timestamps, name) ?? null) !== null).join(', ') || 'none';
  },
});
