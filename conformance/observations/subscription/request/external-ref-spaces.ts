import { observation } from '../../../core/rule.ts';
import { surroundingSpaces } from '../../../interface/observing/surrounding-spaces.ts';

export default observation({
  asks: 'what becomes of spaces around an external reference?',
  look: (look) => surroundingSpaces(look, 'subscription'),
});
