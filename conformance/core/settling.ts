// How long a change may take to show before that is a fault (READINGS P6).

import type { Context } from './context.ts';
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

/**
 * Reads again until something is as it should be, as long as changes may take. What was read first is `late` if it took longer
 * than the target file says.
 */
export async function readUntil<Shown>(
  { pause, target }: Pick<Context, 'pause' | 'target'>,
  read: (isRepeated: boolean) => Promise<Shown>,
  isRight: (after: Shown) => boolean,
): Promise<{ readonly first: Shown; readonly after: Shown; readonly late: Shown | undefined }> {
  const first = await read(false);
  let after = first;
  let waited = 0;
  for (const wait of waitsToSettle(target)) {
    if (isRight(after)) break;
    await pause(wait);
    waited += wait;
    after = await read(true);
  }
  const isLate = after !== first && waited > (target.settles ?? 0);
  return { first, after, late: isLate ? first : undefined };
}
