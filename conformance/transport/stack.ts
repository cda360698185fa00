import type { Transport } from '../../src/http/exchange.ts';
import type { HaltSwitch } from './halt.ts';
import { createWrites, defaultMaxWrites, type Writes } from './max-writes.ts';
import { createPace, type Pace } from './rate.ts';
import { retrying, type TransientFailure } from './retry.ts';
import { untilSilent } from './silence.ts';

/** How a run behaves towards its target. */
export type Conduct = {
  /** The most requests that may leave records behind. */
  readonly maxWrites?: number;
  /** The most requests in a second. */
  readonly rate?: number;
  /** The longest wait that a target is granted for one call, in milliseconds. */
  readonly patience?: number;
};

/** How long a target that asks for patience is granted it by default, in milliseconds. */
export const defaultPatience = 30_000;

/** A transport that behaves so, and what can be asked of it. */
type Conducted = { readonly transport: Transport; readonly writes: Writes; readonly pace: Pace };

/** Builds it. The switch is on both sides: what waited for its turn is not sent after a halt. */
export function conducted(
  transport: Transport,
  { maxWrites = defaultMaxWrites, rate, patience = defaultPatience }: Conduct,
  run: HaltSwitch,
  nonce: string,
  onTransientFailure: (transientFailure: TransientFailure) => void,
): Conducted {
  const writes = createWrites(maxWrites);
  const pace = createPace(rate, run.pause);
  const paced = pace.over(writes.over(run.over(untilSilent(transport))));
  const patient = retrying(paced, { patience, pause: run.pause, pace, nonce, onTransientFailure });
  return { transport: run.over(patient), writes, pace };
}
