import { type NotCounted, notCounted } from './not-counted.ts';
import type { Finding, Run } from './record.ts';
import type { Language } from './server.ts';

/** What happened to a fault: broken at must, seen as a warning only, or neither. */
export type Outcome = 'caught' | 'warned' | 'missed';

/** A run of a fault, with what it says beyond what is said of the conforming server. */
export type JudgedFault = Run & {
  readonly outcome: Outcome;
  readonly news: readonly Finding[];
  readonly note: NotCounted | undefined;
};

/** All runs of one server. */
export type Score = {
  readonly server: Language;
  readonly conforming: Run;
  readonly falsePositives: readonly Run[];
  readonly undetermined: readonly Run[];
  readonly variants: number;
  readonly faults: readonly JudgedFault[];
  readonly runs: readonly Run[];
};

export function judge(server: Language, all: readonly Run[]): Score | undefined {
  const runs = all.filter((run) => run.server === server);
  const conforming = runs.find(({ kind }) => kind === 'honest');
  if (!conforming) return undefined;
  const variants = runs.filter(({ kind }) => kind === 'variant');
  return {
    server,
    conforming,
    falsePositives: variants.filter(({ verdict }) => verdict === 'violates'),
    undetermined: variants.filter(({ verdict }) => verdict !== 'violates' && verdict !== 'conforms'),
    variants: variants.length,
    faults: runs.filter(({ kind }) => kind === 'fault').map((run) => judgeFault(run, conforming)),
    runs,
  };
}

function judgeFault(run: Run, conforming: Run): JudgedFault {
  const beyond = (mine: readonly Finding[], usual: readonly Finding[]): readonly Finding[] =>
    mine.filter(({ rule }) => !usual.some((one) => one.rule === rule));
  const broken = beyond(run.broken, conforming.broken);
  const warnings = beyond(run.warnings, conforming.warnings);
  const note = notCounted.find(({ server, id }) => server === run.server && id === run.id);
  if (run.verdict === 'violates' && broken.length > 0)
    return { ...run, outcome: 'caught', news: broken, note };
  if (warnings.length > 0) return { ...run, outcome: 'warned', news: warnings, note };
  return { ...run, outcome: 'missed', news: beyond(run.inconclusive, conforming.inconclusive), note };
}

/** Whether assay did all that may be asked of it: a warning is enough where the specification states no must. */
export const isFound = ({ outcome, note }: JudgedFault): boolean =>
  outcome === 'caught' || (outcome === 'warned' && note?.as === 'warning');

/** Whether a fault counts at all. */
export const counts = ({ note }: JudgedFault): boolean => note?.as !== 'none';
