import { rule } from '../../../core/rule.ts';
import { echoedId } from '../../../interface/creations/echo.ts';
import { otherIds } from '../../../mutants/subscription/other-ids.ts';

const shownAt = ['data', 'attributes', 'plan_id'];

export default rule({
  title: 'plan_id is returned as sent',
  shows: 'content',
  claims: [echoedId('plan_id', shownAt)],
  mutants: otherIds('plan_id', shownAt, ['offering_id', 'account_id']),
});
