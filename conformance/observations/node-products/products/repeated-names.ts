import { observation } from '../../../core/rule.ts';
import { seenTwice } from '../../../interface/observing/seen-twice.ts';

export default observation('repeated-names', (look) => seenTwice(look, 'name'));
