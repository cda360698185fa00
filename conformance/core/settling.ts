// How long a change may take to show before that is a fault (READINGS P6).

import type { Target } from './target.ts';

type Settles = Pick<Target, 'settles'>;

/** How long a change may take to show, in milliseconds: as the target file says, else two seconds. */
export const timeToSettle = ({ settles = 2000 }: Settles): number => settles;

/** The waits before a reading is repeated, in milliseconds, {@link timeToSettle} in all. */
export function waitsToSettle({ settles }: Settles): readonly number[] {
  if (settles === undefined) return [50, 150, 300, 500, 1000];
  const quarter = settles / 4;
  return settles === 0 ? [0, 0, 0] : [quarter, quarter, quarter, quarter, 0, 0, 0];
}
