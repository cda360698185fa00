import { at, isObject } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { observation } from '../../engine/rule.ts';

const flags = ['canceled', 'paused', 'closed'];

export default observation({
  clause: 'subscription-state-shown',
  asks: 'does a new subscription show a state?',
  look: async (look) => {
    const state = at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'no';
    const raised = flags.filter((flag) => at(state, 'meta', flag) === true);
    return `yes, ${raised.join(' and ') || 'with no flag raised'}`;
  },
});
