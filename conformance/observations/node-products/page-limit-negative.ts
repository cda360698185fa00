import { observation } from '../../engine/rule.ts';
import { withOddLimit } from '../../listing/odd-limit.ts';

export default observation({
  clause: 'products-page-limit-negative',
  asks: 'what does a limit below nought bring?',
  look: (look) => withOddLimit(look, -1),
});
