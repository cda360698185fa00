import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { gatewayPath } from '../../../interface/subscription/controls.ts';
import { rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'every allowed `payment_authority.type` is accepted',
  claims: [attemptsAt('subscription/request-payment-type-each', profiles.subscription)],
  mutants: ['a', 'b'].map((letter) => ({
    name: `a gateway whose name ends in ${letter} is rejected`,
    wire: rejectWhere('subscription', (json) => String(at(json, ...gatewayPath)).endsWith(`_${letter}`)),
  })),
});
