import { saysMore } from '../detection/judge.ts';
import { median } from '../median.ts';
import { row } from '../row.ts';
import type { PeerRun } from './peers.ts';
import type { Survivor } from './survivors.ts';
import type { Trial } from './trial.ts';

/** What the contenders and assay said of the same mutants of one server. */
export type Compared = {
  readonly title: string;
  readonly about: string;
  /** The mutants. */
  readonly ids: readonly string[];
  readonly contenders: readonly string[];
  readonly runs: readonly PeerRun[];
  readonly trials: readonly Trial[];
  readonly notes: readonly Survivor[];
};

/**
 * A table in Markdown. A contender has found a mutant when it says what it says in none of its runs without any. What
 * breaks the document and what does not is told apart by assay's verdict, and by the notes on what assay let through.
 */
export function compare({ title, about, ids, contenders, runs, trials, notes }: Compared): string {
  const mine = new Set(ids);
  const caught = trials.filter(({ id, outcome }) => mine.has(id) && outcome === 'caught').map(({ id }) => id);
  const noted = (isMissed: boolean): string[] =>
    notes.filter(({ as }) => (as === 'missed') === isMissed).map(({ id }) => id);
  const faults = new Set([...caught, ...noted(true)]);
  const harmless = new Set(noted(false));
  const unnoted = ids.length - faults.size - harmless.size;

  const scores = contenders.map((contender) => {
    const own = runs.filter((run) => run.contender === contender);
    const differs = saysMore(own.filter(({ mutant }) => mutant === null));
    const mutated = own.filter(({ mutant }) => mutant !== null && mine.has(mutant));
    const judged = mutated.filter(({ trouble }) => trouble === undefined);
    const found = judged.filter(differs).flatMap(({ mutant }) => mutant ?? []);
    const seconds = median(mutated.map((run) => run.seconds));
    return { contender, found: new Set(found), troubles: mutated.length - judged.length, seconds };
  });
  const times = trials.filter(({ id }) => mine.has(id)).map(({ seconds }) => seconds);
  const ours = { contender: 'assay', found: new Set(caught), troubles: 0, seconds: median(times) };

  const head = ['contender', 'breaches found', 'found where nothing is broken', 'gave no verdict', 'seconds'];
  const lines = [ours, ...scores].map(({ contender, found, troubles, seconds }) => {
    const ofFaults = shared(faults, found);
    const ofHarmless = shared(harmless, found);
    return row(contender, ofFaults, ofHarmless, troubles, seconds);
  });
  const others = ids.flatMap((id) => {
    const finders = scores.filter(({ found }) => found.has(id)).map(({ contender }) => contender);
    if (ours.found.has(id) || finders.length === 0) return [];
    const as = notes.find((note) => note.id === id)?.as ?? 'not classified';
    return [`- \`${id}\` (${as}): ${finders.join(', ')}`];
  });
  return [
    `# The same mutants before others: ${title}`,
    about,
    `${ids.length} mutants, ${unnoted} of them without an outcome or a note.`,
    [row(...head), row(...head.map(() => '---')), ...lines].join('\n'),
    '## Found by others and not by assay',
    others.length === 0 ? 'None.' : others.join('\n'),
    '',
  ].join('\n\n');
}

const shared = (all: ReadonlySet<string>, some: ReadonlySet<string>): string =>
  `${[...all].filter((id) => some.has(id)).length} of ${all.size}`;
