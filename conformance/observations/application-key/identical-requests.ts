import { observation } from '../../core/rule.ts';
import { identicalRequest } from '../../interface/observing/repeats.ts';

export default observation('identical-requests', (look) => identicalRequest(look, 'application-key'));
