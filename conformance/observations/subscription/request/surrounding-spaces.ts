import { observation } from '../../../core/rule.ts';
import { surroundingSpaces } from '../../../interface/observing/surrounding-spaces.ts';

export default observation('surrounding-spaces', (look) => surroundingSpaces(look, 'subscription'));
