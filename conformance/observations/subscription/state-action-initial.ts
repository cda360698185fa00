import { at, isObject } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { printValue } from '../../engine/reading.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'subscription-state-action-initial',
  asks: 'which action does the state of a new subscription name?',
  look: async (look) => {
    const state = at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'no state is shown';
    const closed = at(state, 'meta', 'closed') === true ? ', and it is closed' : '';
    return `${printValue(at(state, 'attributes', 'action'))}${closed}`;
  },
});
