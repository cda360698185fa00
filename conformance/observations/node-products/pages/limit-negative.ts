import { other } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { withOddLimit } from '../../../interface/observing/odd-limit.ts';

export default observation('limit-negative', async (look) => {
  const answer = await withOddLimit(look, -1);
  return answer === 'empty' ? other('an empty page') : answer;
});
