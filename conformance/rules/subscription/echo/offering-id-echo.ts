import { rule } from '../../../core/rule.ts';
import { echoedId } from '../../../interface/creations/echo.ts';
import { otherIds } from '../../../mutants/subscription/other-ids.ts';

const shownAt = ['data', 'attributes', 'offering', 'id'];

export default rule({
  title: 'a returned offering.id is the offering_id that was sent',
  shows: 'content',
  claims: [echoedId('offering_id', shownAt)],
  mutants: otherIds('offering_id', shownAt, ['plan_id', 'account_id']),
});
