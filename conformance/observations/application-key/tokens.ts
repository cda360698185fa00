import { outcomeAs } from '../../core/observed.ts';
import { observation } from '../../core/rule.ts';
import { edited, withCredentials } from '../../interface/observing/edited.ts';

export default observation('tokens', async (look) => {
  const answer = await edited(look, 'application-key', withCredentials('Bearer assay-made-this-up'));
  return outcomeAs(answer, 'any', 'own');
});
