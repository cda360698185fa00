import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/subscription/empty-text.ts';

export default observation('empty-external-ref', (look) => emptyText(look, ['data', 'external_ref']));
