import { at, isObject } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

export default observation({
  asks: 'which action does the state of a new subscription name?',
  look: async (look) => {
    const state = at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'no state is shown';
    const closed = at(state, 'meta', 'closed') === true ? ', and it is closed' : '';
    return `${printValue(at(state, 'attributes', 'action'))}${closed}`;
  },
});
