import { appendFile, readFile } from 'node:fs/promises';
import type { Said } from './contender.ts';
import { work } from './places.ts';

/** One run of one contender against one server. */
export type Run = Said & {
  readonly contender: string;
  /** Kind, area and name of the server. */
  readonly variant: string;
  /** Which of several runs against the same server. */
  readonly round: number;
  /** Requests that reached the server. */
  readonly requests: number;
  readonly ms: number;
};

const file = `${work}detection.ndjson`;

/** The runs of an earlier, interrupted bench. */
export async function earlierRuns(): Promise<Run[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Run);
}

/** Keeps a run, so that an interrupted bench can be taken up again. */
export const keep = (run: Run): Promise<void> => appendFile(file, `${JSON.stringify(run)}\n`);

/** What tells runs apart. */
export const keyOf = ({ contender, variant, round }: Pick<Run, 'contender' | 'variant' | 'round'>): string =>
  JSON.stringify([contender, variant, round]);
