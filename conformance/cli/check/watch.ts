import { UserError } from '../../../src/errors.ts';
import type { Report } from '../../report/report.ts';
import { type Standing, standingOf } from '../../report/standing.ts';
import type { Io } from '../io/io.ts';
import type { Triggers } from './triggers.ts';

/** How a target is checked while it changes. */
type Watching = {
  readonly triggers: Triggers;
  /** Runs the check; with ids, of those rules only. Undefined if none of them is there. */
  readonly run: (ids?: readonly string[]) => Promise<Report | undefined>;
  /** Shows the first run. */
  readonly show: (report: Report) => void;
  /** Shows how a run differs from what was known of its rules. */
  readonly showChanges: (report: Report, before: ReadonlyMap<string, Standing>) => void;
};

/** Checks a target, and again whenever it is asked for, until it is time to end; then gives back the last exit code. */
export async function watchTarget(
  { triggers, run, show, showChanges }: Watching,
  { stderr }: Io,
): Promise<number> {
  const first = await run();
  if (!first) return 0;
  show(first);
  const known = new Map<string, Standing>();
  const learn = ({ results }: Report): void => {
    for (const finding of results) known.set(finding.rule, standingOf(finding));
  };
  learn(first);
  let { exitCode } = first;

  /** Runs again, and tells what changed: that nothing did, once all has been run; nothing of a run cut short. */
  async function again(ids?: readonly string[]): Promise<void> {
    const report = await run(ids);
    if (!report || triggers.ending.aborted) return;
    const isChanged = report.results.some((finding) => known.get(finding.rule) !== standingOf(finding));
    if (isChanged || !ids) showChanges(report, known);
    learn(report);
    exitCode = report.exitCode;
  }

  while (await triggers.next()) {
    const open = [...known].filter(([, standing]) => isOpen(standing)).map(([id]) => id);
    try {
      if (open.length > 0) await again(open);
      await again();
    } catch (error) {
      // A server that is down for a moment, or a file that is half written, is no reason to end.
      if (!(error instanceof UserError)) throw error;
      stderr.write(`${error.message}\n`);
      exitCode = 2;
    }
  }
  return exitCode;
}

const isOpen = (standing: Standing): boolean => ['fail', 'warning', 'inconclusive'].includes(standing);
