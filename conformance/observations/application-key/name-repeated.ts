import { observation } from '../../core/rule.ts';
import { sameValue } from '../../interface/observing/repeats.ts';

export default observation({
  asks: 'may two keys have the same name?',
  look: (look) => sameValue(look, 'application-key', ['data', 'name']),
});
