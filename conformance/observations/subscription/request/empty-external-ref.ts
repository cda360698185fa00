import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/observing/empty-text.ts';

export default observation('empty-external-ref', (look) => emptyText(look, ['data', 'external_ref']));
