import { at } from '../../../../src/json/json.ts';
import { instances } from '../../../core/instances.ts';
import { observation } from '../../../core/rule.ts';
import { listedNodes } from '../../../interface/pages/listed-nodes.ts';
import { idOf } from '../../../interface/read-page.ts';

export default observation({
  asks: 'are component products shown that are not live?',
  look: async (look) => {
    const nodes = await listedNodes(look);
    const shown = nodes.flatMap(({ json }) => instances(json, ['included', 'component_products', '[]']));
    const statuses = shown.map(({ value }) => at(value, 'attributes', 'status'));
    if (statuses.some((status) => status !== undefined && status !== 'live')) return 'yes';
    const ids = new Set(shown.map(({ value }) => idOf(value)));
    const named = nodes.flatMap(({ page }) => page.items.flatMap(({ components }) => components));
    look.occasion(named.length > 0, 'no bundle with components is shown');
    if (statuses.includes(undefined)) return 'cannot be told: not every component shows its status';
    const isLeftOut = named.some((id) => !ids.has(id));
    return isLeftOut ? 'no, and some components that bundles name are left out' : 'none was seen';
  },
});
