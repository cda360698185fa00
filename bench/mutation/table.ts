import { median } from '../median.ts';
import { row } from '../row.ts';
import type { Judged } from './survivors.ts';
import type { Trial } from './trial.ts';

/** All that is said of one server. */
export type Score = {
  readonly server: string;
  readonly tool: string;
  /** How many mutants the tool made. */
  readonly made: number;
  readonly sampled: number;
  /** Of the sample alone. */
  readonly trials: readonly Trial[];
  readonly judged: Judged;
};

/** The scores and what was missed, as Markdown. */
export function sheet(scores: readonly Score[], about: string): string {
  const head = ['server', 'tool', 'made', 'sampled', 'not running', 'caught'];
  const more = ['equivalent', 'free', 'missed', 'score', 'seconds a mutant'];
  const missed = scores.flatMap(({ server, judged }) =>
    judged.noted
      .filter((note) => note.as === 'missed')
      .map(({ id, why, diff }) => `- **${server}** \`${id}\`: ${why}\n\n${indent(diff)}`),
  );
  return [
    '# Mutants of independent servers',
    about,
    [row(...head, ...more), row(...[...head, ...more].map(() => '---')), ...scores.map(line)].join('\n'),
    '## Missed',
    ...(missed.length === 0 ? ['None.'] : missed),
    '',
  ].join('\n\n');
}

function line({ server, tool, made, sampled, trials, judged }: Score): string {
  const count = (outcome: Trial['outcome']): number =>
    trials.filter((trial) => trial.outcome === outcome).length;
  const as = (kind: string): number => judged.noted.filter((note) => note.as === kind).length;
  const [caught, lost] = [count('caught'), count('not running')];
  const [equivalent, free, missed] = [as('equivalent'), as('free'), as('missed')];
  const undecided = new Set(trials.filter(({ why }) => !why.startsWith('conforms')).map(({ id }) => id));
  const withoutVerdict = judged.noted.filter((note) => note.as === 'missed' && undecided.has(note.id)).length;
  const rest = judged.unnoted.length;
  const score = rest > 0 ? `none: ${rest} survivors are not classified` : share(caught, caught + missed);
  const seconds = median(trials.map((trial) => trial.seconds));
  const missing = withoutVerdict === 0 ? missed : `${missed}, without a verdict: ${withoutVerdict}`;
  return row(server, tool, made, sampled, lost, caught, equivalent, free, missing, score, seconds);
}

/** Never rounded up to all. */
const share = (some: number, all: number): string =>
  all === 0 ? 'none' : `${some} of ${all} (${Math.floor((some / all) * 1000) / 10}%)`;

const indent = (text: string): string => text.replaceAll(/^/gm, '      ');
