import { withOddLimit } from '../../engine/odd-limit.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'products-page-limit-negative',
  asks: 'what does a limit below nought bring?',
  look: (look) => withOddLimit(look, -1),
});
