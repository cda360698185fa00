import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { refuseWhere } from '../../../mutants/request.ts';

export default rule({
  title: 'ids in capitals mean the same',
  claims: [attemptsAt('subscription/request-uuid-capitals', profiles.subscription)],
  mutants: [
    {
      name: 'a plan in capitals is not known',
      wire: refuseWhere('subscription', (json) => /[A-F]/.test(String(at(json, 'data', 'plan_id'))), 404),
    },
    {
      name: 'whatever id in capitals is refused',
      wire: refuseWhere('subscription', (json) =>
        ['account_id', 'offering_id', 'plan_id'].some((name) => /[A-F]/.test(String(at(json, 'data', name)))),
      ),
    },
  ],
});
