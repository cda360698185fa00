import { observation } from '../../core/rule.ts';
import { outcomeWith } from '../../interface/observing/edited.ts';

export default observation('key-empty-name', (look) =>
  outcomeWith(look, 'application-key', ['data', 'name'], ''),
);
