// Operations that replace a record.

import type { Kind } from '../core/kind.ts';
import { demandsOfChange } from '../life/changes.ts';
import experiments from './experiments.ts';
import rules from './rules.ts';

export const replace: Kind = {
  of: 'replace',
  rules: [rules],
  experiments: [experiments],
  demands: demandsOfChange,
};
