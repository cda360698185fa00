import type { Waived } from './verdict.ts';

/** A rule that may fail until a date without turning the headline. */
export type Waiver = {
  readonly rule: string;
  readonly reason: string;
  /** The last day it counts, in UTC: `2027-03-31`. */
  readonly until: string;
};

/** A waiver, its rules, and its state. */
export type WaiverNote = Waived & {
  /** The pattern in the target file. */
  readonly rule: string;
  readonly rules: readonly string[];
  /** `expired` has no effect; all rules of a `stale` one pass. */
  readonly state: 'active' | 'expired' | 'stale';
  /** In how many days it ends, if that is soon: 0 is its last day. */
  readonly daysLeft?: number;
};
