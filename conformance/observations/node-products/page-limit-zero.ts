import { observation } from '../../engine/rule.ts';
import { withOddLimit } from '../../listing/odd-limit.ts';

export default observation({
  clause: 'products-page-limit-zero',
  asks: 'what does a limit of nought bring?',
  look: (look) => withOddLimit(look, 0),
});
