// Operations that update a record.

import type { Kind } from '../core/kind.ts';
import { demandsOfChange } from '../life/changes.ts';
import experiments from './experiments.ts';
import rules from './rules.ts';

export const update: Kind = {
  of: 'update',
  rules: [rules],
  experiments: [experiments],
  demands: demandsOfChange,
};
