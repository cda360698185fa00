import { attemptsAt } from '../../core/attempt.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { rejectCharset } from '../../mutants/request.ts';
import { profiles } from '../../profiles/profiles.ts';

export default ruleOfEach((operation) => ({
  title: 'Content-Type application/json; charset=utf-8 is accepted',
  claims: [attemptsAt(`${operation}/request-charset`, profiles[operation])],
  mutants: [{ name: 'a charset parameter is rejected', wire: rejectCharset(operation) }],
}));
