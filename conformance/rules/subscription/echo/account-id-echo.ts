import { rule } from '../../../core/rule.ts';
import { echoedId } from '../../../interface/creations/echo.ts';
import { otherIds } from '../../../mutants/subscription/other-ids.ts';

const shownAt = ['data', 'attributes', 'account_id'];

export default rule({
  title: 'account_id is returned as sent',
  shows: 'content',
  claims: [echoedId('account_id', shownAt)],
  mutants: otherIds('account_id', shownAt, ['offering_id', 'plan_id']),
});
