// Operations that only return something.

import type { Kind } from '../core/kind.ts';
import experiments from './experiments.ts';

export const get: Kind = { of: 'get', experiments: [experiments] };
