import { observation } from '../../../core/rule.ts';
import { seenTwice } from '../../../interface/observing/seen-twice.ts';

export default observation({
  asks: 'may two products of a node have the same name?',
  look: (look) => seenTwice(look, 'name'),
});
