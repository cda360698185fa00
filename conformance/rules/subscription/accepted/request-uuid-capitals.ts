import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'ids in upper case are accepted',
  claims: [attemptsAt('subscription/request-uuid-capitals', profiles.subscription)],
  mutants: [
    {
      name: 'a plan in capitals is not known',
      wire: rejectWhere('subscription', (json) => /[A-F]/.test(String(at(json, 'data', 'plan_id'))), 404),
    },
    {
      name: 'every id in capital letters is rejected',
      wire: rejectWhere('subscription', (json) =>
        ['account_id', 'offering_id', 'plan_id'].some((name) => /[A-F]/.test(String(at(json, 'data', name)))),
      ),
    },
  ],
});
