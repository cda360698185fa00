import { at } from '../../../../src/json/json.ts';
import { other } from '../../../core/observed.ts';
import { printPath } from '../../../core/print.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

/** Below `data.attributes`; null counts as absent. What goes with a state is left out. */
const optional = [
  ['external_ref'],
  ['relationships'],
  ['offering', 'attributes', 'external_ref'],
  ['offering', 'attributes', 'description'],
  ['offering', 'relationships'],
  ['meta', 'timestamps', 'end_date'],
];

export default observation('subscription-optional-members', async (look) => {
  const attributes = at(await created(look, 'subscription'), 'data', 'attributes');
  const shown = optional.filter((path) => (at(attributes, ...path) ?? null) !== null);
  if (shown.length === 0) return 'absent';
  return shown.length === optional.length ? 'shown' : other(shown.map(printPath).join(', '));
});
