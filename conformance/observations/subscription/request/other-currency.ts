import { agreed, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { outcomeWith } from '../../../interface/observing/edited.ts';
import { otherCurrencies, withLiberty } from '../../../interface/observing/liberties.ts';

export default observation('other-currency', async (look) => {
  const [one = '', another = ''] = otherCurrencies(look);
  const first = await withLiberty(look, 'subscription', 'another currency');
  return agreed([
    [one, outcomeAs(first, 'accepted', 'refused')],
    [another, await outcomeWith(look, 'subscription', ['data', 'currency'], another)],
  ]);
});
