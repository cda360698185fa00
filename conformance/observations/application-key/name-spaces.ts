import { observation } from '../../core/rule.ts';
import { surroundingSpaces } from '../../interface/observing/surrounding-spaces.ts';

export default observation({
  asks: 'what becomes of spaces around the name of a key?',
  look: (look) => surroundingSpaces(look, 'application-key'),
});
