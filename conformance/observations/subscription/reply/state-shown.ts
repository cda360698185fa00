import { at, isObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

const flags = ['canceled', 'paused', 'closed'];

export default observation({
  asks: 'does a new subscription show a state?',
  look: async (look) => {
    const state = at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'no';
    const raised = flags.filter((flag) => at(state, 'meta', flag) === true);
    return `yes, ${raised.join(' and ') || 'with no flag raised'}`;
  },
});
