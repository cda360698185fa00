import { outcomeAs } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { edited, withCredentials } from '../../interface/observing/edited.ts';

export default observation('scheme-case', async (look) => {
  const token = look.occasion(
    look.target.tokens['application-key'],
    'no token is known',
    'token: { application-key: … }',
  );
  const answer = await edited(look, 'application-key', withCredentials(`bearer ${token}`));
  return outcomeAs(answer, 'accepted', 'refused');
});
