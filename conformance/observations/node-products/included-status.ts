import { at } from '../../../src/wire/json.ts';
import { instances } from '../../engine/reading.ts';
import { observation } from '../../engine/rule.ts';
import { listedNodes } from '../../listing/listed-nodes.ts';
import { idOf } from '../../listing/listing.ts';

const optionPath = ['data', '[]', 'attributes', 'components', '{}', 'options', '[]', 'id'];

export default observation({
  clause: 'products-included-status',
  asks: 'are component products shown that are not live?',
  look: async (look) => {
    const pages = (await listedNodes(look)).map(({ page }) => page.json);
    const shown = pages.flatMap((json) => instances(json, ['included', 'component_products', '[]']));
    const statuses = shown.map(({ value }) => at(value, 'attributes', 'status'));
    if (statuses.some((status) => status !== undefined && status !== 'live')) return 'yes';
    const ids = new Set(shown.map(({ value }) => idOf(value)));
    const named = pages.flatMap((json) => instances(json, optionPath));
    look.occasion(named.length > 0, 'no bundle with components is shown');
    if (statuses.includes(undefined)) return 'cannot be told: not every component shows its status';
    const isLeftOut = named.some(({ value }) => !ids.has(String(value).toLowerCase()));
    return isLeftOut ? 'no, and some components that bundles name are left out' : 'none was seen';
  },
});
