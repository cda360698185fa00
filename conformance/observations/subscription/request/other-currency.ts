import { at } from '../../../../src/json/json.ts';
import { agreed, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { specimen } from '../../../interface/creations/specimen.ts';
import { outcomeWith } from '../../../interface/observing/edited.ts';
import { withLiberty } from '../../../interface/observing/liberties.ts';
import { currenciesBeside } from '../../../profiles/subscription/currencies.ts';

export default observation('other-currency', async (look) => {
  const [one = '', another = ''] = currenciesBeside(at(specimen(look, 'subscription'), 'data', 'currency'));
  const first = await withLiberty(look, 'subscription', 'another currency');
  return agreed([
    [one, outcomeAs(first, 'accepted', 'refused')],
    [another, await outcomeWith(look, 'subscription', ['data', 'currency'], another)],
  ]);
});
