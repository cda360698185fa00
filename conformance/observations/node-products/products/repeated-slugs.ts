import { observation } from '../../../core/rule.ts';
import { seenTwice } from '../../../interface/observing/seen-twice.ts';

export default observation('repeated-slugs', (look) => seenTwice(look, 'slug'));
