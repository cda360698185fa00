// What every request needs.

import type { Kind } from '../core/kind.ts';
import credentials from './rules/credentials.ts';
import parameters from './rules/parameters.ts';

export const access: Kind = { of: 'all', rules: [credentials, parameters] };
