import { observation } from '../../core/rule.ts';
import { sameValue } from '../../interface/observing/repeats.ts';

export default observation('duplicate-name', (look) => sameValue(look, 'application-key', ['data', 'name']));
