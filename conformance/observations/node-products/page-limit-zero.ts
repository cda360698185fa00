import { withOddLimit } from '../../engine/odd-limit.ts';
import { observation } from '../../engine/rule.ts';

export default observation({
  clause: 'products-page-limit-zero',
  asks: 'what does a limit of nought bring?',
  look: (look) => withOddLimit(look, 0),
});
