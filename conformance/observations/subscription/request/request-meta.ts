import { at } from '../../../../src/json/json.ts';
import { other, outcomeAs } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { isAccepted } from '../../../core/status.ts';
import { bodyOf } from '../../../interface/observing/created.ts';
import { statusAskedFor, statusPath, withUnspecified } from '../../../interface/subscription/unspecified.ts';

export default observation('request-meta', async (look) => {
  const answer = await withUnspecified(look, 'meta');
  if (isAccepted(answer) && at(bodyOf(answer), ...statusPath) === (await statusAskedFor(look)))
    return other('its status is taken over');
  return outcomeAs(answer, 'ignored', 'refused');
});
