import { observation } from '../../../core/rule.ts';
import { withOddLimit } from '../../../interface/observing/odd-limit.ts';

export default observation({
  asks: 'what does a negative limit bring?',
  look: (look) => withOddLimit(look, -1),
});
