import { observation } from '../../../core/rule.ts';
import { emptyText } from '../../../interface/observing/empty-text.ts';

export default observation({
  asks: 'may the external reference be empty?',
  look: (look) => emptyText(look, ['data', 'external_ref']),
});
