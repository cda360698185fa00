import { at } from '../../../src/wire/json.ts';
import { created } from '../../creation/created.ts';
import { printPath } from '../../engine/reading.ts';
import { observation } from '../../engine/rule.ts';

/** Below `data.attributes`; null counts as absent. */
const optional = [
  ['external_ref'],
  ['relationships'],
  ['offering', 'attributes', 'external_ref'],
  ['offering', 'attributes', 'description'],
  ['offering', 'relationships'],
  ['meta', 'state', 'id'],
];

export default observation({
  clause: 'subscription-optional-shown',
  asks: 'which optional members does a new subscription show?',
  look: async (look) => {
    const attributes = at(await created(look, 'subscription'), 'data', 'attributes');
    const shown = optional.filter((path) => (at(attributes, ...path) ?? null) !== null);
    return shown.map(printPath).join(', ') || 'none';
  },
});
