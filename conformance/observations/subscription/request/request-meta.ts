import { at, withAt } from '../../../../src/json/json.ts';
import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { bodyOf, created } from '../../../interface/observing/created.ts';
import { edited } from '../../../interface/observing/edited.ts';

const statusPath = ['data', 'attributes', 'meta', 'status'];
const longAgo = '2001-02-03T04:05:06Z';

export default observation('request-meta', async (look) => {
  const usual = at(await created(look, 'subscription'), ...statusPath);
  const status = usual === 'inactive' ? 'active' : 'inactive';
  const meta = { owner: 'store', status, timestamps: { created_at: longAgo, updated_at: longAgo } };
  const answer = await edited(look, 'subscription', {
    edit: (control) => withAt(control, ['data', 'meta'], meta),
  });
  if (isAccepted(answer) && at(bodyOf(answer), ...statusPath) === status)
    return other('its status is taken over');
  return outcomeAs(answer, 'ignored', 'refused');
});
