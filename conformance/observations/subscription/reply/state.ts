import { at, isObject } from '../../../../src/json/json.ts';
import { other } from '../../../core/observed.ts';
import { printValue } from '../../../core/print.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

const flags = ['canceled', 'paused', 'closed'];

/** The action that a state names, and the flags it raises. */
const states = {
  'resume ': 'resumed',
  'pause paused': 'paused',
  'cancel canceled': 'cancelled',
  'cancel canceled closed': 'closed',
} as const;

export default observation('state', async (look) => {
  const state = at(await created(look, 'subscription'), 'data', 'attributes', 'meta', 'state');
  if (!isObject(state)) return 'none';
  const action = at(state, 'attributes', 'action');
  const raised = flags.filter((flag) => at(state, 'meta', flag) === true);
  const known = Object.entries(states).find(([shown]) => shown === `${action} ${raised.join(' ')}`);
  return (
    known?.[1] ?? other(`the action ${printValue(action)} and ${raised.join(' and ') || 'no flag raised'}`)
  );
});
