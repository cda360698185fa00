import pLimit from 'p-limit';
import type { Halt } from './brake.ts';
import { describe, judge } from './judge.ts';
import { createProbe, type Setting } from './probe.ts';
import type { Observation, Rule } from './rule.ts';
import type { Result, Sighting } from './verdict.ts';
import { Withheld } from './verdict.ts';
import type { Wire } from './wire.ts';

/** What a run is made of. */
export type Run = {
  readonly setting: Setting;
  readonly wire: Wire;
  /** The whole catalogue: rules that others need are run even where they are not selected. */
  readonly rules: readonly Rule[];
  readonly selected: ReadonlySet<string>;
  readonly concurrency: number;
  /** Whether the run has ended before its end: what has not begun by then is not reached. */
  readonly halted?: () => Halt | undefined;
  /** Told of each rule as it ends, in no particular order. */
  readonly onResult?: (result: Result) => void;
};

/** Runs the selected rules and yields their results in the order of the catalogue. */
export async function* runRules(run: Run): AsyncGenerator<Result> {
  const limit = pLimit(run.concurrency);
  const byId = new Map(run.rules.map((rule) => [rule.id, rule]));
  const started = new Map<string, Promise<Result>>();
  const tell = (result: Result): Result => {
    if (run.selected.has(result.rule)) run.onResult?.(result);
    return result;
  };
  const start = (rule: Rule): Promise<Result> => {
    const running = started.get(rule.id);
    if (running) return running;
    const needed = (rule.needs ?? []).flatMap((id) => byId.get(id) ?? []);
    const result = Promise.all(needed.map(start)).then((before) => {
      const cause = before
        .map(({ rule: id, verdict, because }) => (verdict === 'fail' ? id : because))
        .find(Boolean);
      if (cause) return tell(unjudged(run, rule, cause));
      // Told before the next rule begins, so that whoever is told can keep it from beginning.
      return limit(async () => tell(await reach(run, rule)));
    });
    started.set(rule.id, result);
    return result;
  };
  const results = run.rules.filter(({ id }) => run.selected.has(id)).map(start);
  for (const result of results) yield await result;
}

/** Judges a rule, unless the run has ended by then. */
function reach({ setting, wire, halted }: Run, rule: Rule): Promise<Result> | Result {
  const halt = halted?.();
  return halt ? { ...describe(setting, rule), ...halt, exchanges: [] } : judge(setting, wire, rule);
}

/** One fault is one finding: what stands on a broken rule, however far up, is not judged. */
function unjudged({ setting }: Run, rule: Rule, because: string): Result {
  const why = `not judged, because ${because} fails`;
  return { ...describe(setting, rule), verdict: 'inconclusive', why, because, exchanges: [] };
}

/** What one observation sees; what keeps it from seeing is its answer. */
export async function observe(setting: Setting, wire: Wire, observation: Observation): Promise<Sighting> {
  const { probe } = createProbe({ ...setting, level: 'unspecified' }, wire);
  const seen = { clause: observation.clause, asks: observation.asks };
  try {
    return { ...seen, value: await observation.look(probe) };
  } catch (error) {
    if (error instanceof Withheld) return { ...seen, value: `not seen: ${error.message}` };
    throw error;
  }
}
