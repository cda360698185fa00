import type { ChoiceId } from '../../../src/contract/choices/choices.ts';
import { at, isObject } from '../../../src/json/json.ts';
import { observation } from '../../core/observation.ts';
import { named, type Observed, other } from '../../core/observed.ts';
import { printPath, printValue } from '../../core/print.ts';
import { shown } from '../../interface/observing/shown.ts';
import { timestampForms } from '../../interface/observing/timestamp-form.ts';

/** The option that a value of a response is the name of, or the value itself, kept short. */
const shownValue = <Id extends ChoiceId>(id: Id, value: unknown): Observed<Id> => {
  const answer = typeof value === 'string' ? named(id, value) : undefined;
  return answer === undefined || answer === other(String(value)) ? other(printValue(value)) : answer;
};

/** Below `data.attributes`; null counts as absent. What goes with a state is left out. */
const optional = [
  ['external_ref'],
  ['relationships'],
  ['offering', 'attributes', 'external_ref'],
  ['offering', 'attributes', 'description'],
  ['offering', 'relationships'],
  ['meta', 'timestamps', 'end_date'],
];

const flags = ['canceled', 'paused', 'closed'];

/** The action that a state names, and the flags it raises. */
const states = {
  'resume ': 'resumed',
  'pause paused': 'paused',
  'cancel canceled': 'cancelled',
  'cancel canceled closed': 'closed',
} as const;

const holders = [
  ['meta', 'timestamps'],
  ['offering', 'attributes'],
  ['offering', 'meta', 'timestamps'],
];

export default [
  observation('subscription-success', (seen) => named('subscription-success', seen.created().reply.status)),
  observation('subscription-id', (seen) =>
    typeof shown(seen, 'data', 'id') === 'string' ? 'shown' : 'absent',
  ),
  observation('subscription-owner', (seen) =>
    shownValue('subscription-owner', shown(seen, 'data', 'attributes', 'meta', 'owner')),
  ),
  observation('subscription-status', (seen) =>
    shownValue('subscription-status', shown(seen, 'data', 'attributes', 'meta', 'status')),
  ),
  observation('offering-id', (seen) =>
    typeof shown(seen, 'data', 'attributes', 'offering', 'id') === 'string' ? 'shown' : 'absent',
  ),
  observation('subscription-optional-members', (seen) => {
    const present = optional.filter((path) => (shown(seen, 'data', 'attributes', ...path) ?? null) !== null);
    if (present.length === 0) return 'absent';
    return present.length === optional.length ? 'shown' : other(present.map(printPath).join(', '));
  }),
  observation('state', (seen) => {
    const state = shown(seen, 'data', 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'none';
    const action = at(state, 'attributes', 'action');
    const raised = flags.filter((flag) => at(state, 'meta', flag) === true);
    const known = Object.entries(states).find(([one]) => one === `${action} ${raised.join(' ')}`);
    return (
      known?.[1] ?? other(`the action ${printValue(action)} and ${raised.join(' and ') || 'no flag is true'}`)
    );
  }),
  observation('timestamps', (seen) =>
    timestampForms(
      seen,
      holders.flatMap((holder) =>
        ['created_at', 'updated_at'].map((member) => ['data', 'attributes', ...holder, member]),
      ),
    ),
  ),
];
