import { observation } from '../../../core/rule.ts';
import { withOddLimit } from '../../../interface/observing/odd-limit.ts';

export default observation({
  asks: 'what does a limit of zero bring?',
  look: (look) => withOddLimit(look, 0),
});
