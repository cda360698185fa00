import { rules } from './ground.ts';
import { lawOfKills } from './kills-law.ts';

lawOfKills(
  'application keys',
  rules.filter(({ operation }) => operation === 'application-key'),
);
