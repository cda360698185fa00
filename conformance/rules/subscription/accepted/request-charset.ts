import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { refuseCharset } from '../../../mutants/request.ts';

export default rule({
  title: 'a subscription request of the type application/json; charset=utf-8 is accepted',
  claims: [attemptsAt('subscription/request-charset', profiles.subscription)],
  mutants: [{ name: 'a charset parameter is refused', wire: refuseCharset('subscription') }],
});
