import { withAt } from '../../../../src/json/json.ts';
import { outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { edited } from '../../../interface/observing/edited.ts';

/** Well-formed, and of nothing anybody made. */
const unknown = {
  account_id: 'a55a4000-0000-4000-8000-0000000000a1',
  offering_id: 'a55a4000-0000-4000-8000-0000000000a2',
  plan_id: 'a55a4000-0000-4000-8000-0000000000a3',
};

export default observation('unknown-ids', async (look) => {
  const answer = await edited(look, 'subscription', {
    edit: (control) =>
      Object.entries(unknown).reduce((body, [name, id]) => withAt(body, ['data', name], id), control),
  });
  return outcomeAs(answer, 'accepted', 'refused');
});
