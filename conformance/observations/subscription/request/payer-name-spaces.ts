import { type Json, withAt } from '../../../../src/json/json.ts';
import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { edited } from '../../../interface/observing/edited.ts';
import { profile } from '../../../profiles/subscription/profile.ts';

export default observation('payer-name-spaces', async (look) => {
  const edit = { edit: (control: Json) => withAt(control, ['data', 'payment_authority', 'name'], '  a') };
  const answer = await edited(look, 'subscription', edit, profile.creation?.optionalMembers);
  return outcomeAs(answer, 'counted', 'overlooked');
});
