import { observation } from '../../core/rule.ts';
import { outcomeOf } from '../../core/status.ts';
import { edited, withCredentials } from '../../interface/observing/edited.ts';

export default observation({
  asks: 'may the scheme be spelled "bearer"?',
  look: async (look) => {
    const token = look.occasion(
      look.target.tokens['application-key'],
      'no token is known',
      'token: { application-key: … }',
    );
    return outcomeOf(await edited(look, 'application-key', withCredentials(`bearer ${token}`)));
  },
});
