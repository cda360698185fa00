import { at } from '../../../../src/json/json.ts';
import { printPath } from '../../../core/print.ts';
import { observation } from '../../../core/rule.ts';
import { created } from '../../../interface/observing/created.ts';

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
  asks: 'which optional members does a new subscription show?',
  look: async (look) => {
    const attributes = at(await created(look, 'subscription'), 'data', 'attributes');
    const shown = optional.filter((path) => (at(attributes, ...path) ?? null) !== null);
    return shown.map(printPath).join(', ') || 'none';
  },
});
