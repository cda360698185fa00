import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { refuseCharset } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'application/json; charset=utf-8 is accepted for a subscription',
  claims: [attemptsAt('subscription/request-charset', profiles.subscription)],
  mutants: [{ name: 'a charset parameter is rejected', wire: refuseCharset('subscription') }],
});
