import type { Contender } from '../contender.ts';
import { assay } from './assay.ts';
import { dredd } from './dredd.ts';
import { portman } from './portman.ts';
import { schemathesisDefaults, schemathesisTuned } from './schemathesis.ts';
import { specmatic } from './specmatic.ts';

/** Everybody who takes part. */
export const contenders: readonly Contender[] = [
  assay,
  schemathesisDefaults,
  schemathesisTuned,
  specmatic,
  portman,
  dredd,
];
