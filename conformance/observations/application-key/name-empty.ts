import { observation } from '../../core/rule.ts';
import { outcomeWith } from '../../interface/observing/edited.ts';

export default observation({
  asks: 'may a key have an empty name?',
  look: (look) => outcomeWith(look, 'application-key', ['data', 'name'], ''),
});
