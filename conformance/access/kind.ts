// What every request needs.

import type { Kind } from '../core/kind.ts';
import rules from './rules.ts';

export const access: Kind = { of: 'all', rules };
