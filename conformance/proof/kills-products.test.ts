import { rules } from './ground.ts';
import { lawOfKills } from './kills-law.ts';

lawOfKills(
  'node products',
  rules.filter(({ operation }) => operation === 'node-products'),
);
