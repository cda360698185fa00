import type { Disturbance } from './disturbance.ts';
import { contents } from './tables/contents.ts';
import { failures } from './tables/failures.ts';
import { habits } from './tables/habits.ts';

/** All disturbed servers, by name. */
export const disturbances: Readonly<Record<string, Disturbance>> = {
  ...failures,
  ...contents,
  ...habits,
};
