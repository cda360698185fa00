import { atOnce } from '../../src/once.ts';
import { counted } from '../../src/words.ts';
import { version } from '../report/version.ts';
import type { ClientReport, FaultySent, Tried } from './client-report.ts';
import { sessionEnd } from './command-output.ts';
import { below, partingOf, shownRequest } from './difference.ts';
import { observedOf } from './observed-client.ts';
import {
  chosenBy,
  createNotice,
  type Planned,
  planChosen,
  planSettings,
  planVariations,
  shardOf,
} from './plan.ts';
import type { runCommand } from './run-command.ts';
import {
  type ExpectedRejection,
  expectationAdvice,
  isBreach,
  operationsOf,
  rejectedIn,
  rejectionsOf,
  subjectOfSent,
  toleratedRequests,
} from './sent.ts';
import { type CommandRun, runOn, type StubParts, waitingFor } from './session.ts';
import { joinedChanges } from './variations.ts';
import { clientVerdictOf } from './verdict.ts';

export type ClientTerms = {
  readonly command: readonly string[];
  /** The command line that tries some options again. */
  readonly repeat: (chosen: readonly string[]) => string;
  readonly run: (baseUrl: string, signal: AbortSignal) => ReturnType<typeof runCommand>;
  readonly only?: readonly string[];
  /** The options of the only variation to run, each as NAME=OPTION. */
  readonly choose?: readonly string[];
  /** One of so many parts of the variations, counted from 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly strict?: boolean;
  readonly bail?: boolean;
  /** Requests that the tests mean to be rejected, beside those that say so themselves. */
  readonly expected?: readonly ExpectedRejection[];
  readonly concurrency: number;
  /** Ends the run: an interrupt, or a time that is up. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly done: number;
    readonly of: number;
    readonly doing: () => string;
  }) => void;
};

type ShardedPlan = ReturnType<typeof shardOf>;

/** The commands that run at the moment. */
type RunningClient = Parameters<typeof runOn>[5];

/** The baseline of a client: what its tests do against a stub with the default options. */
type Baseline = {
  readonly run: CommandRun;
  readonly rejections: ReturnType<typeof rejectionsOf>;
  readonly plan: ShardedPlan;
  readonly failure?: string;
};

const nothingPlanned: ShardedPlan = { planned: [], ofForm: [], unnoticed: [] };

/** Why nothing more is to be run; undefined if there is no reason. */
function stopOf({ signal }: ClientTerms): string | undefined {
  if (!signal?.aborted) return undefined;
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return isLate ? 'the time of --budget was up' : 'the run was interrupted';
}

/**
 * Runs the tests of a client against a stub with the default options, and plans what else they have to pass: nothing, if
 * they send nothing, or if the run is to end before they passed. If they fail, and no request of theirs explains it, the plan is
 * what they may pass with instead.
 */
export async function tryBaseline(setting: StubParts, terms: ClientTerms): Promise<Baseline> {
  const chosen = terms.choose && planChosen(terms.choose, setting.contract);
  const running: RunningClient = new Set();
  terms.onProgress?.({ done: 0, of: 1, doing: () => waitingFor(running) });
  const run = await runOn(setting, {}, [], terms, 'baseline', running);
  const rejections = rejectionsOf(run.exchanges, setting.contract, terms.expected);
  if (stopOf(terms) !== undefined) return { run, rejections, plan: nothingPlanned };
  const failure = failureOfRun(run);
  const baseline = { run, rejections, ...(failure === undefined ? {} : { failure }) };
  const isSilent = run.exchanges.length === 0;
  if (isSilent && failure !== undefined) return { ...baseline, plan: nothingPlanned };
  if (chosen) return { ...baseline, plan: { ...nothingPlanned, planned: [chosen] } };
  const notice = await createNotice(setting, run.exchanges);
  const plan = shardOf(await planVariations(notice, terms.only, setting), terms.shard);
  if (failure === undefined) return { ...baseline, plan };
  const isExplained = rejections.unexpected.some(isBreach);
  const planned =
    isExplained || run.isEndless || terms.bail
      ? []
      : mostSpecificFirst([
          ...plan.planned.filter(({ served }) => served.every(({ fault }) => fault === undefined)),
          ...(terms.only || terms.shard ? [] : await planSettings(notice, setting.contract)),
        ]);
  return { ...baseline, plan: { ...plan, planned } };
}

/** The later an option first changes a response, the fewer tests it can change. */
const mostSpecificFirst = (planned: readonly Planned[]): Planned[] =>
  planned.toSorted((one, other) => (other.noticed?.at ?? -1) - (one.noticed?.at ?? -1));

/** Why nothing can be varied after a run with the default options. */
function failureOfRun({ passed, how, count }: CommandRun): string | undefined {
  const silent = 'sent no request to the stub; let it send its requests to the address in ASSAY_STUB_URL';
  if (passed) return count === 0 ? `the command passed, but ${silent}` : undefined;
  return `the command fails with the default option of each choice: ${how}${count === 0 ? `; it ${silent}` : ''}`;
}

/** Runs the variations of a plan, those that fail again, and says what they show of the client. */
export async function tryVariations(
  setting: StubParts,
  { run: baseline, rejections, plan, failure }: Baseline,
  terms: ClientTerms,
  startedAt: Date,
): Promise<ClientReport> {
  const { contract } = setting;
  const running: RunningClient = new Set();
  const tries = { count: 1, failures: failure === undefined || baseline.passed ? 0 : 1 };
  /** The requests that break the specification in variations that passed, by their subject. */
  const rejected = new Map<string, FaultySent>();
  const limit = atOnce(terms.concurrency);
  let done = 0;

  const attempt = ({ served, variation }: Planned): Promise<CommandRun> =>
    runOn(setting, joinedChanges(served), baseline.exchanges, terms, variation.id, running);
  const showProgress = (): void =>
    terms.onProgress?.({ done, of: plan.planned.length, doing: () => waitingFor(running) });
  const triedAs = ({ variation }: Planned, outcome: Tried['outcome'], rest: Partial<Tried>): Tried => ({
    ...variation,
    outcome,
    repeat: terms.repeat(chosenBy(variation.options)),
    ...rest,
  });

  /** Tries the baseline again, and returns whether it passes; undefined if the run is to end. */
  async function tryAgain(): Promise<boolean | undefined> {
    const { passed } = await runOn(setting, {}, [], terms, 'baseline again', running);
    if (stopOf(terms) !== undefined) return undefined;
    tries.count += 1;
    if (!passed) tries.failures += 1;
    return passed;
  }

  /** Tries a variation again that failed, as well as the baseline. Nothing else runs meanwhile. */
  async function recheck(one: Planned): Promise<Tried['outcome']> {
    const passesAgain = await tryAgain();
    if (!passesAgain) return passesAgain === undefined ? 'not run' : 'intermittent';
    for (const _ of [1, 2]) if ((await attempt(one)).passed) return 'intermittent';
    return 'fail';
  }

  function noteRejected({ variation }: Planned, { exchanges, prefix }: CommandRun): void {
    const sent = exchanges.map((one) => ({
      ...one,
      request: { ...one.request, target: below(one.request.target, prefix) },
    }));
    for (const one of rejectedIn(variation.id, sent, contract, terms.expected)) {
      const subject = subjectOfSent(one);
      if (!rejected.has(subject)) rejected.set(subject, one);
    }
  }

  /** Tries a variation once; one that fails is suspected. */
  async function tryOnce(one: Planned, suspected: Map<Planned, CommandRun>): Promise<Tried> {
    const isBroken = terms.bail && suspected.size > 0;
    const stopped = stopOf(terms) ?? (isBroken ? 'another variation failed (--bail)' : undefined);
    if (stopped !== undefined) return triedAs(one, 'not run', { how: stopped });
    showProgress();
    const run = await attempt(one);
    done += 1;
    const late = stopOf(terms);
    if (late !== undefined) return triedAs(one, 'not run', { how: late });
    if (run.passed) noteRejected(one, run);
    else suspected.set(one, run);
    return triedAs(one, 'pass', { ms: run.ms });
  }

  /** A variation that failed once, tried again; a failure that could not be is not a finding. */
  async function confirm(one: Planned, run: CommandRun): Promise<Tried> {
    showProgress();
    const outcome = stopOf(terms) === undefined ? await recheck(one) : 'not run';
    const stopped = stopOf(terms);
    if (stopped !== undefined)
      return triedAs(one, 'not run', { how: `${stopped} when it had failed once (${run.how})` });
    const parts = partingOf(contract, baseline, run);
    return triedAs(one, outcome, {
      how: run.how,
      ...(run.output.trim() === '' ? {} : { output: sessionEnd(contract, run) }),
      ms: run.ms,
      ...(parts ? { parts } : {}),
    });
  }

  /** Tries variations side by side, and those that fail again, one after the other. */
  async function tryAll(): Promise<Tried[]> {
    const suspected = new Map<Planned, CommandRun>();
    const first = await Promise.all(plan.planned.map((one) => limit(() => tryOnce(one, suspected))));
    const confirmed: Tried[] = [];
    for (const [index, one] of plan.planned.entries()) {
      const run = suspected.get(one);
      const tried = run ? await confirm(one, run) : first[index];
      if (tried) confirmed.push(tried);
    }
    return confirmed;
  }

  /**
   * Finds an option with which tests pass that fail with the default options, and ends once all options of the first such choice
   * were tried. Each is confirmed: the default options fail once more, and the option passes once more.
   */
  async function findNeeded(): Promise<Tried[]> {
    const found: Planned[] = [];
    const questionOf = ({ variation }: Planned): string =>
      variation.options.map(({ question }) => question).join();
    const tryNeeded = async (one: Planned): Promise<void> => {
      const isOther = found.some((other) => questionOf(other) !== questionOf(one));
      if (isOther || stopOf(terms) !== undefined) return;
      showProgress();
      const run = await attempt(one);
      done += 1;
      if (run.passed) found.push(one);
    };
    await Promise.all(plan.planned.map((one) => limit(() => tryNeeded(one))));
    const needed: Tried[] = [];
    for (const one of found) {
      const passesAgain = await tryAgain();
      if (passesAgain !== false) return passesAgain ? [] : needed;
      const run = await attempt(one);
      if (!run.passed) continue;
      const parts = partingOf(contract, baseline, run);
      const how = `passes with this option, and fails with the default: ${baseline.how}`;
      needed.push(triedAs(one, 'needed', { how, ms: run.ms, ...(parts ? { parts } : {}) }));
    }
    return needed;
  }

  /** What a report says of a failing baseline in addition to the output of its command. */
  function whileFailing(needed: readonly Tried[]): string[] {
    const last = baseline.exchanges.at(-1);
    const shown = last && shownRequest(contract, last, last.number);
    const planned = plan.planned.length;
    return [
      ...(shown
        ? [`The last request of the baseline was ${shown.method} ${shown.target} → ${shown.response}.`]
        : []),
      ...(planned > 0 && done === planned && needed.length === 0
        ? [`The command fails with each of ${counted(planned, 'other option')}, too.`]
        : []),
    ];
  }

  const all = failure === undefined ? await tryAll() : await findNeeded();
  const { counts, unexpected, unmatched } = rejections;
  const known = new Set(unexpected.map(subjectOfSent));
  // Tests that pass in no other way depend on a server at a bad time, too.
  const isWarning = ({ part, outcome }: Tried): boolean => part === 'resilience' && outcome !== 'needed';
  const parts = {
    variations: all.filter((one) => !isWarning(one)),
    resilience: all.filter(isWarning),
    sent: [
      ...unexpected,
      ...toleratedRequests(plan.ofForm, baseline.exchanges, contract),
      ...[...rejected].flatMap(([subject, one]) => (known.has(subject) ? [] : [one])),
    ],
    strict: terms.strict ?? false,
    baseline: {
      ms: baseline.ms,
      requests: baseline.count,
      ...counts,
      operations: operationsOf(baseline.exchanges, contract),
      tries: tries.count,
      failures: tries.failures,
      ...(failure === undefined ? {} : { failed: { how: failure, output: sessionEnd(contract, baseline) } }),
    },
  };
  const isPart = terms.choose !== undefined || terms.shard !== undefined || (terms.only ?? []).length > 0;
  return {
    assay: version,
    contract: { version: contract.version, sha256: contract.sha256 },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    command: terms.command,
    ...parts,
    observed: [
      ...(parts.sent.some(({ kind }) => kind === 'rejected' || kind === 'unknown')
        ? [expectationAdvice]
        : []),
      ...(failure === undefined ? [] : whileFailing(all)),
      ...unmatched,
      ...observedOf(baseline.exchanges, contract),
    ],
    unnoticed: plan.unnoticed,
    ...clientVerdictOf({ ...parts, isPart, hasMore: plan.hasMore ?? false, stopped: stopOf(terms) }),
  };
}
