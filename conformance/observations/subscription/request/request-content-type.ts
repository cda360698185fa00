import { observation } from '../../../core/rule.ts';
import { otherContentTypes } from '../../../interface/observing/content-types.ts';

export default observation({
  asks: 'is a subscription request accepted whose header names no type, or another than JSON?',
  look: (look) => otherContentTypes(look, 'subscription'),
});
