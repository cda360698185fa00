// What is true of a record over several requests.

import type { Kind } from '../core/kind.ts';
import experiments from './experiments.ts';
import observations from './observations.ts';
import rules from './rules.ts';

export const life: Kind = { of: 'all', rules, experiments: [experiments], observations };
