import type { Transport } from '../../src/wire/exchange.ts';
import { allowing, usualMaxWrites } from './allowance.ts';
import type { Brake } from './brake.ts';
import { paced } from './pace.ts';
import { patient } from './patience.ts';

/** How a run behaves towards its target. */
export type Conduct = {
  /** The most records that may be left behind. */
  readonly maxWrites?: number;
  /** The most requests in a second. */
  readonly rate?: number;
  /** The longest wait that `Retry-After` is granted, in milliseconds. */
  readonly patience?: number;
};

/** A transport that behaves so. The brake stands on both sides: what waited for its turn is not sent after a halt. */
export function conducted(transport: Transport, conduct: Conduct, brake: Brake): Transport {
  const { maxWrites = usualMaxWrites, rate, patience = 10_000 } = conduct;
  const below = brake.over(transport);
  const spread = rate === undefined ? below : paced(below, rate, brake.pause);
  return brake.over(allowing(patient(spread, patience, brake.pause), maxWrites));
}
