import { randomBytes } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { needsWrites } from '../../src/contract/related-operations.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Redactor } from '../../src/secrets/redactor.ts';
import type { ExperimentContext, Setting } from '../core/context.ts';
import type { Attempt, LeftRecord } from '../core/evidence.ts';
import { listingKindOf } from '../core/kind.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import type { Result, Unavailable } from '../core/verdict.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import { createEvidence } from './collected-evidence.ts';
import { bailed, createHaltSwitch, type Ending, endEarly, type HaltSwitch, timeToEnd } from './ending.ts';
import { createGatherer } from './gather-choices.ts';
import { judgePins } from './judge-pins.ts';
import { openJudgement } from './judgement.ts';
import { sharingBodies, withinLimits } from './memory-limits.ts';
import { type ChoiceObservation, choiceObservationsOf, readEach } from './observe-choices.ts';
import { cleanUp, leftRecords, timeToCleanUp } from './own-records/clean-up.ts';
import { guardingOf } from './own-records/guard-records.ts';
import { noteOwnRecords } from './own-records/own-records.ts';
import { type Awaiting, awaitStart } from './reach-target.ts';
import { createExchangeReader } from './read-exchange.ts';
import { recheckerOver, type TakenRecheck } from './rechecks/rechecker.ts';
import { errorOf } from './rule-state.ts';
import { createContext } from './run-context.ts';
import { sampleCollections } from './sample-collections.ts';
import { type DeliveryTerms, openDelivery } from './sending/delivery.ts';
import { createRecorder, type TimedExchange } from './sending/recorder.ts';
import { createRequestSender } from './sending/request-sender.ts';
import type { TransientFailure } from './sending/retries.ts';
import { untilSilent } from './sending/silence.ts';
import { mostWritesFor } from './sending/write-limit.ts';
import { sendFirstRequests, unavailableOf } from './served-operations.ts';
import {
  type Case,
  casesOf,
  countSteps,
  type TriedExperiment,
  triedExperiments,
  tryCases,
  turnsOf,
} from './turns.ts';
import { oneAtATime, turnOfOthers } from './yielding.ts';

/** The results of a run. Unlike a report, they contain secrets. */
export type SeenInRun = {
  readonly seed: number;
  readonly nonce: string;
  readonly results: readonly Result[];
  readonly alsoSeen: readonly Result[];
  readonly choiceObservations: readonly ChoiceObservation[];
  /** How many of the collections of the target were read. */
  readonly collectionsRead: number;
  readonly sampled: readonly string[];
  readonly transientFailures: readonly TransientFailure[];
  /** The requests a second that got through a rate limit, if there is one. */
  readonly rate?: number;
  readonly unavailable: readonly Unavailable[];
  /** What the run created and could not delete. */
  readonly created: readonly LeftRecord[];
  /** Knows the secrets that responses returned. */
  readonly redactor: Redactor;
  readonly requests: number;
  /** Whether the stub responded. */
  readonly isReferenceStub: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exchanges?: readonly TimedExchange[];
  readonly attempts?: readonly Attempt[];
  readonly rechecks?: readonly TakenRecheck[];
  /** Why it ended early, if it did. */
  readonly partial?: string;
  readonly experiments: readonly TriedExperiment[];
  /** The time, by `performance.now()`, by which a run that ended early must be reported. */
  readonly reportBy?: number;
};

export const defaultSeed = 20261121;
export const defaultConcurrency = 8;

/** The options of a run, as they come from the command line or a program; all have a default. */
export type RunTerms = Ending &
  Awaiting &
  DeliveryTerms & {
    readonly seed?: number;
    readonly runs?: number;
    /** Distinguishes this run from others. Random by default, and never drawn from the seed. */
    readonly nonce?: string;
    /** How many jobs run at once, and how many connections they use. */
    readonly concurrency?: number;
    readonly record?: boolean;
    /** Called when a step of the run begins and when it ends. */
    readonly onProgress?: Parameters<typeof countSteps>[1];
  };

export type Run = RunTerms & {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly transport: Transport;
  readonly selected?: ReadonlySet<string>;
  /** Rules whose findings take no evidence away from others. */
  readonly tolerated?: ReadonlySet<string>;
  /** Rules whose findings are not reported. */
  readonly skipped?: ReadonlySet<string>;
  readonly endsWith?: (rule: Rule) => boolean;
  readonly observed?: ReadonlySet<string>;
};

/** Runs a check: each response is judged as it comes, and kept as evidence. Invalid input is a {@link UserError}. */
export async function run(options: Run): Promise<SeenInRun> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const setting = settingOf(options);
  const scope = scopeOf(options);
  const stop = createHaltSwitch();
  const sending = openSending(options, setting, stop, started);
  const judging = openJudging(options, setting, scope, sending);
  const { contract, target } = setting;
  const { kinds } = options.ruleSet;
  const gatherer = createGatherer({ contract, kinds, mayRun: scope.mayRun, halted: stop.halted });
  using _ = endEarly(stop, options);

  const begin = async (): ReturnType<typeof sendFirstRequests> => {
    if (options.wait !== undefined) await awaitStart(setting, kinds, options.transport, stop, options);
    const { deliver } = sending;
    return sendFirstRequests({
      context: judging.openContext(),
      kinds,
      deliver,
      operations: scope.operations,
    });
  };
  // A run that fails has created something, too.
  const probes = await begin().catch(async (error: unknown) => {
    await sending.cleanUp();
    throw error;
  });

  const plan = turnsOf(contract, [
    ...casesOf(scope.experiments, target.collections),
    ...gatherer.casesOf(scope.observations),
  ]);
  const takeStep = countSteps(plan.flat().length + 1, (progress) => options.onProgress?.(progress));
  const left = await tryCases(plan, {
    open: judging.openContext,
    concurrency: options.concurrency ?? defaultConcurrency,
    halted: () => stop.halted() !== undefined,
    takeStep,
    onError: judging.takeError,
  });
  judging.judgement.judgeWaiting();
  if (!stop.halted()) await takeStep('comparing responses', judging.compare);
  await sending.cleanUp();
  const cleanedAt = performance.now();

  const { nonce, seed } = setting;
  const { recorder } = sending;
  const halt = stop.halted();
  return {
    seed,
    nonce,
    ...judged(options, { setting, scope, sending, judging, gatherer, probes, halt }),
    collectionsRead: target.collections.length,
    transientFailures: sending.transientFailures,
    experiments: triedExperiments(plan, left, recorder.sentFor),
    created: sending.created(),
    redactor: recorder.redactor,
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record ? { exchanges: recorder.exchanges(), ...judging.recorded } : {}),
    ...(halt?.verdict === 'inconclusive'
      ? { partial: halt.why, reportBy: Math.max(halt.at, cleanedAt) + timeToEnd }
      : {}),
  };
}

function settingOf({ contract, target, seed = defaultSeed, runs = 1, nonce }: Run): Setting {
  return {
    contract,
    target: { ...target, collections: sampleCollections(target, seed) },
    seed,
    draws: 10 * runs,
    nonce: nonce ?? randomBytes(4).toString('hex'),
  };
}

/** What of the rule set a run tries, and what of it is reported. */
function scopeOf({ contract, ruleSet, target, selected, observed }: Run) {
  const isSelected = ({ id }: { readonly id: string }): boolean => selected?.has(id) ?? true;
  const operations = new Set(ruleSet.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !needsWrites(contract, operation);
  const isRun = ({ operation }: { readonly operation: OperationId }): boolean =>
    operations.has(operation) && mayRun(operation);
  return {
    isSelected,
    mayRun,
    operations: new Set([...operations].filter(mayRun)),
    rules: ruleSet.rules.filter(isRun),
    experiments: ruleSet.experiments.filter(isRun),
    // Observations that are not selected, too: their requests are evidence, and a finding must repeat if its rule is
    // checked alone.
    observations: ruleSet.observations.filter(
      (one) => (operations.has(one.operation) || isSelected(one)) && (observed?.has(one.choice) ?? true),
    ),
  };
}

type Scope = ReturnType<typeof scopeOf>;

/** How requests are sent. Responses that wait when the run ends are not read. */
function openSending(options: Run, setting: Setting, stop: HaltSwitch, started: number) {
  const { contract, nonce } = setting;
  const ownRecords = noteOwnRecords(setting);
  const reading = { ...setting, readRecords: listingKindOf(options.ruleSet.kinds).readRecords };
  const guard = guardingOf(reading, ownRecords);
  const unhalted = ownRecords.watch(oneAtATime(options.transport));
  const recorder = createRecorder(contract, withinLimits(sharingBodies(stop.over(unhalted))), options.record);
  const transientFailures: TransientFailure[] = [];
  const delivery = openDelivery(
    untilSilent(contract, recorder.transport),
    { ...options, maxWrites: options.maxWrites ?? mostWritesFor(contract) },
    stop,
    nonce,
    (one) => transientFailures.push(one),
  );
  return {
    stop,
    recorder,
    transientFailures,
    pace: delivery.pace,
    writes: delivery.writes,
    deliver: guard(delivery.deliver, delivery.nextId),
    cleanUp: (): Promise<void> => {
      const { budget = Number.POSITIVE_INFINITY, since = started } = options;
      const isLimited = delivery.pace.perSecond() !== undefined;
      const remaining = budget - (performance.now() - since);
      const time = timeToCleanUp(remaining, stop.halted() !== undefined, isLimited);
      return cleanUp(reading, ownRecords, guard, delivery.deliverLast(unhalted, time), time);
    },
    created: (): readonly LeftRecord[] => leftRecords(setting, ownRecords),
  };
}

type Sending = ReturnType<typeof openSending>;

/** How responses are read and judged. */
function openJudging(options: Run, setting: Setting, scope: Scope, { stop, pace, writes, deliver }: Sending) {
  const { contract, target } = setting;
  const { kinds } = options.ruleSet;
  const evidence = createEvidence(contract, target, kinds);
  const attempts: Attempt[] = [];
  const rechecks: TakenRecheck[] = [];
  const samples = new Set<string>();
  const errors: Result[] = [];
  const judgement = openJudgement({
    contract,
    target,
    rules: scope.rules,
    kinds,
    of: 'check',
    tolerated: options.tolerated ?? new Set(),
    rateReached: pace.rateReached,
    onBroken: (rule) => {
      if (options.endsWith?.(rule)) stop.halt(bailed);
    },
  });
  const sender = createRequestSender(contract, deliver, createExchangeReader(contract, target, kinds), {
    onExchange: (exchange) => {
      evidence.take(exchange);
      judgement.take(exchange);
    },
    onInterrupted: judgement.takeInterrupted,
  });
  const common = { writesLeft: writes.left, moreWrites: writes.more, pause: stop.pause, memory: new Map() };
  const [only, ...others] = options.selected ?? [];
  return {
    evidence,
    judgement,
    samples,
    errors,
    recorded: { attempts, rechecks },
    /** Each has its own recent exchanges, which a `Withheld` shows. */
    openContext: (): ExperimentContext => ({
      ...createContext(setting, sender, common),
      report: (attempt) => {
        attempts.push(attempt);
        judgement.takeAttempt(attempt);
      },
      breaks: judgement.breaks,
      sample: (what) => samples.add(what),
    }),
    takeError: (one: Case, error: unknown): void => {
      const house = one.house && judgement.ruleStateOf(one.id);
      if (house) house.error(error, 'gathers');
      else if (one.when !== 'observation' || scope.isSelected(one))
        errors.push(errorOf(one.id, one.operation, error));
    },
    compare: (): Promise<void> =>
      judgement.compare(evidence, {
        rechecker: recheckerOver(sender, listingKindOf(kinds), {
          alone: others.length === 0 ? only : undefined,
          onRecheck: (recheck) => rechecks.push(recheck),
        }),
        mayContinue: () => turnOfOthers().then(() => stop.halted() === undefined),
      }),
  };
}

/** What a run has done. */
type Ended = {
  readonly setting: Setting;
  readonly scope: Scope;
  readonly sending: Sending;
  readonly judging: ReturnType<typeof openJudging>;
  readonly gatherer: ReturnType<typeof createGatherer>;
  readonly probes: Awaited<ReturnType<typeof sendFirstRequests>>;
  readonly halt: ReturnType<HaltSwitch['halted']>;
};

/** What the evidence shows when all is sent. */
function judged(
  { ruleSet, skipped }: Run,
  { setting, scope, sending, judging, gatherer, probes, halt }: Ended,
) {
  const { contract, target } = setting;
  const { isSelected } = scope;
  const { evidence, judgement, samples, errors, recorded } = judging;
  const listings = evidence.listings();
  const furtherListings = evidence.furtherListings();
  const { attempts } = recorded;
  const seen = { contract, target, attempts, listings, furtherListings, creations: evidence.creations() };
  const choices = readEach(scope.observations.filter(isSelected), (one) => gatherer.read(one, seen));
  const choiceObservations = choiceObservationsOf(contract, choices.operationObservations);
  const { wasAccepted, rateAgainst } = judgement.observed;
  const missing = unavailableOf(contract, probes, wasAccepted, target, rateAgainst);
  judgement.noteChanges(evidence);
  const rate = sending.pace.rateOfLimit();
  const known = { unavailable: missing, halt, spent: sending.writes.spent() };
  const results = judgement.results(ruleSet.rules.filter(isSelected), known);
  const notSelected = scope.rules.filter((rule) => !isSelected(rule) && !skipped?.has(rule.id));
  const selected = ruleSet.observations.filter(isSelected);
  const pinned = judgePins(contract, target.choices, choiceObservations, selected);
  return {
    results: [...results, ...errors, ...choices.errors, ...pinned],
    alsoSeen: judgement.results(notSelected, known).filter(({ verdict }) => verdict === 'fail'),
    choiceObservations,
    sampled: [...samples, ...results.flatMap(({ sampled = [] }) => sampled)],
    ...(rate === undefined ? {} : { rate }),
    unavailable: [...missing, ...listingKindOf(ruleSet.kinds).unread(contract, listings, results, missing)],
  };
}
