import { at } from '../../../../src/json/json.ts';
import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { includedComponents } from '../../../interface/observing/included-components.ts';
import { idOf } from '../../../interface/read-page.ts';

export default observation('draft-components', async (look) => {
  const { shown, named } = await includedComponents(look);
  look.occasion(named.length > 0, 'no bundle with components is shown');
  const statuses = shown.map((product) => at(product, 'attributes', 'status'));
  if (statuses.some((status) => status !== undefined && status !== 'live'))
    return other('it is shown with its status');
  const ids = new Set(shown.map(idOf));
  if (named.some((id) => !ids.has(id))) return 'absent';
  const areTold = statuses.includes(undefined) && statuses.includes('live');
  look.occasion(areTold, 'no component that a bundle names is known not to be live');
  return 'unmarked';
});
