import { observation } from '../../core/rule.ts';
import { otherContentTypes } from '../../interface/observing/content-types.ts';

export default observation('content-type-required', (look) => otherContentTypes(look, 'application-key'));
