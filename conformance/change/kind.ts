// Operations that replace a record, and operations that update its fields.

import type { Kind } from '../core/kind.ts';
import { demandsOfChange } from '../life/changes.ts';
import experiments from './experiments.ts';
import rules from './rules.ts';

/** The rules and experiments of both are registered once. */
export const replace: Kind = { of: 'replace', rules, experiments, demands: demandsOfChange };
export const update: Kind = { of: 'update', demands: demandsOfChange };
