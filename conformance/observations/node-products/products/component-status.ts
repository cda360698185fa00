import { at } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { includedComponents } from '../../../interface/observing/included-components.ts';

export default observation('component-status', async (look) => {
  const { shown } = await includedComponents(look);
  look.occasion(shown.length > 0, 'no component product is shown');
  return shown.some((product) => at(product, 'attributes', 'status') !== undefined) ? 'shown' : 'hidden';
});
