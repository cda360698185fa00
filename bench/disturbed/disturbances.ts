import type { Disturbance } from './disturbance.ts';
import { contents } from './tables/contents.ts';
import { failures } from './tables/failures.ts';

/** All disturbed servers, by name. */
export const disturbances: Readonly<Record<string, Disturbance>> = { ...failures, ...contents };

/** The rows that assay is known to get wrong, and why. It only shrinks. */
export const stillWrong: Readonly<Record<string, string>> = {};
