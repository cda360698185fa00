import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { refuseCharset } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'application/json; charset=utf-8 is accepted for a key request',
  claims: [attemptsAt('application-key/request-charset', profiles['application-key'])],
  mutants: [{ name: 'a charset parameter is rejected', wire: refuseCharset('application-key') }],
});
