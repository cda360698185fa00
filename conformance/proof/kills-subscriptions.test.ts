import { rules } from './ground.ts';
import { lawOfKills } from './kills-law.ts';

lawOfKills(
  'subscriptions',
  rules.filter(({ operation }) => operation === 'subscription'),
);
