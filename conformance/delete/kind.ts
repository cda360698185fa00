// Operations that delete a record.

import { goneDemand } from '../../src/contract/demands.ts';
import type { Kind } from '../core/kind.ts';
import experiments from './experiments.ts';
import observations from './observations.ts';
import rules from './rules.ts';

export const deletion: Kind = {
  of: 'delete',
  demands: () => [goneDemand],
  rules: [rules],
  experiments: [experiments],
  observations: [observations],
};
