import type { Redactor } from '../../../src/secrets/redactor.ts';
import type { Created } from '../../core/created.ts';
import type { Attempt } from '../../core/evidence.ts';
import type { Unavailable } from '../../core/unavailable.ts';
import type { Result } from '../../core/verdict.ts';
import type { TimedExchange } from '../../transport/recorder.ts';
import type { TransientFailure } from '../../transport/retry.ts';
import type { ChoiceObservation } from '../choices/choice-observations.ts';
import type { TakenRecheck } from '../page-rechecks.ts';

/** What a run saw. Unlike a report, it holds secrets. */
export type Seen = {
  readonly seed: number;
  readonly nonce: string;
  /** In the order of the rule set; of the selected rules. */
  readonly results: readonly Result[];
  /** Broken rules of the same operations that were not selected. */
  readonly alsoSeen: readonly Result[];
  /** Which way the target goes on each choice that is read on an operation which is selected. */
  readonly choiceObservations: readonly ChoiceObservation[];
  readonly sampled: readonly string[];
  readonly transientFailures: readonly TransientFailure[];
  /** Operations and nodes that could not be judged. */
  readonly unavailable: readonly Unavailable[];
  readonly created: readonly Created[];
  /** Knows the secrets that responses returned. */
  readonly redactor: Redactor;
  readonly requests: number;
  /** Whether the stub responded. */
  readonly isReferenceStub: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exchanges?: readonly TimedExchange[];
  readonly attempts?: readonly Attempt[];
  readonly rechecks?: readonly TakenRecheck[];
  /** Why these are not all results there would be. */
  readonly partial?: string;
  /** When the report is to be made without what takes time, on the clock of `performance.now()`, if it had to end early. */
  readonly reportBy?: number;
};
