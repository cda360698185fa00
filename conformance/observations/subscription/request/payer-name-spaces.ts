import { type Json, withAt } from '../../../../src/json/json.ts';
import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { optionalMembers } from '../../../interface/creations/specimen.ts';
import { edited } from '../../../interface/observing/edited.ts';

export default observation('payer-name-spaces', async (look) => {
  const edit = { edit: (control: Json) => withAt(control, ['data', 'payment_authority', 'name'], '  a') };
  const answer = await edited(look, 'subscription', edit, optionalMembers.subscription);
  return outcomeAs(answer, 'counted', 'overlooked');
});
