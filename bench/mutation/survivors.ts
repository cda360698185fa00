import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerMutant } from './mutator.ts';
import type { Trial } from './trial.ts';

/** What somebody who read a survivor against the specification says of it. */
export type Survivor = {
  readonly id: string;
  /** Nothing is seen from outside; or the specification leaves a choice; or it breaks the specification. */
  readonly as: 'equivalent' | 'free' | 'missed';
  readonly why: string;
  readonly diff: string;
};

/** The survivors of a sample: those with a note, those that lack one, and the notes that no longer hold. */
export type Judged = {
  readonly noted: readonly Survivor[];
  readonly unnoted: readonly string[];
  readonly stale: readonly string[];
};

export function judge(
  server: string,
  all: readonly ServerMutant[],
  trials: readonly Trial[],
  sampled: ReadonlySet<string>,
): Judged {
  const file = join(import.meta.dirname, 'survivors', `${server}.json`);
  const notes: readonly Survivor[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const diffs = new Map(all.map(({ id, diff }) => [id, diff]));
  const outcomes = new Map(trials.map(({ id, outcome }) => [id, outcome]));
  const holds = ({ id, diff }: Survivor): boolean =>
    diffs.get(id) === diff && (outcomes.get(id) ?? 'survived') === 'survived';
  const good = new Map(notes.filter(holds).map((note) => [note.id, note]));
  const survivors = trials.filter(({ id, outcome }) => outcome === 'survived' && sampled.has(id));
  return {
    noted: survivors.flatMap(({ id }) => good.get(id) ?? []),
    unnoted: survivors.filter(({ id }) => !good.has(id)).map(({ id }) => id),
    stale: notes.filter((note) => !holds(note)).map(({ id }) => id),
  };
}
