import { observation } from '../../core/rule.ts';
import { identicalRequest } from '../../interface/observing/repeats.ts';

export default observation({
  asks: 'what does a key request bring that repeats an earlier one to the letter?',
  look: (look) => identicalRequest(look, 'application-key'),
});
