import { observation } from '../../../core/rule.ts';
import { withOddLimit } from '../../../interface/observing/odd-limit.ts';

export default observation('limit-zero', (look) => withOddLimit(look, 0));
