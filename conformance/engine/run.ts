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
import { bailed, createHaltSwitch, type Ending, endEarly, timeToEnd } from './ending.ts';
import { createGatherer } from './gather-choices.ts';
import { judgePins } from './judge-pins.ts';
import { openJudgement } from './judgement.ts';
import { sharingBodies, withinLimits } from './memory-limits.ts';
import { type ChoiceObservation, choiceObservationsOf, readEach } from './observe-choices.ts';
import { cleanUp, leftRecords, timeToCleanUp } from './own-records/clean-up.ts';
import { guardingOf } from './own-records/guard-records.ts';
import { noteOwnRecords } from './own-records/own-records.ts';
import { casesOf, countSteps, type TriedExperiment, triedExperiments, tryCases, turnsOf } from './plan.ts';
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
  const { contract, ruleSet, seed = defaultSeed, runs = 1, concurrency = defaultConcurrency } = options;
  const { kinds } = ruleSet;
  const target: Target = { ...options.target, collections: sampleCollections(options.target, seed) };
  const nonce = options.nonce ?? randomBytes(4).toString('hex');
  const setting: Setting = { contract, target, seed, draws: 10 * runs, nonce };

  const isSelected = ({ id }: { readonly id: string }): boolean => options.selected?.has(id) ?? true;
  const operations = new Set(ruleSet.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !needsWrites(contract, operation);
  const isRun = ({ operation }: { readonly operation: OperationId }): boolean =>
    operations.has(operation) && mayRun(operation);
  const rules = ruleSet.rules.filter(isRun);
  // Runs observations that are not selected too: their requests are evidence, and a finding must repeat if its rule is
  // checked alone.
  const observations = ruleSet.observations.filter(
    (one) =>
      (operations.has(one.operation) || isSelected(one)) && (options.observed?.has(one.choice) ?? true),
  );

  // How requests are sent. Responses that wait when the run ends are not read.
  const stop = createHaltSwitch();
  const ownRecords = noteOwnRecords(setting);
  const reading = { ...setting, readRecords: listingKindOf(kinds).readRecords };
  const guard = guardingOf(reading, ownRecords);
  const unhalted = ownRecords.watch(oneAtATime(options.transport));
  const recorder = createRecorder(contract, withinLimits(sharingBodies(stop.over(unhalted))), options.record);
  const transientFailures: TransientFailure[] = [];
  const { maxWrites = mostWritesFor(contract) } = options;
  const delivery = openDelivery(
    untilSilent(contract, recorder.transport),
    { ...options, maxWrites },
    stop,
    nonce,
    (one) => transientFailures.push(one),
  );
  const deliver = guard(delivery.deliver, delivery.nextId);

  // How responses are read and judged.
  const evidence = createEvidence(contract, target, kinds);
  const attempts: Attempt[] = [];
  const taken: TakenRecheck[] = [];
  const samples = new Set<string>();
  const judgement = openJudgement({
    contract,
    target,
    rules,
    kinds,
    of: 'check',
    ...(options.tolerated ? { tolerated: options.tolerated } : {}),
    rateReached: delivery.pace.rateReached,
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
  const { left: writesLeft, more: moreWrites } = delivery.writes;
  const common = { writesLeft, moreWrites, pause: stop.pause, memory: new Map() };
  /** Each has its own recent exchanges, which a `Withheld` shows. */
  const openContext = (): ExperimentContext => ({
    ...createContext(setting, sender, common),
    report: (attempt) => {
      attempts.push(attempt);
      judgement.takeAttempt(attempt);
    },
    breaks: judgement.breaks,
    sample: (what) => samples.add(what),
  });

  const gatherer = createGatherer({ contract, kinds, mayRun, halted: stop.halted });

  using _ = endEarly(stop, options);
  const clean = (): Promise<void> => {
    const { budget = Number.POSITIVE_INFINITY, since = started } = options;
    const isLimited = delivery.pace.perSecond() !== undefined;
    const time = timeToCleanUp(budget - (performance.now() - since), stop.halted() !== undefined, isLimited);
    return cleanUp(reading, ownRecords, guard, delivery.deliverLast(unhalted, time), time);
  };
  const begin = async (): ReturnType<typeof sendFirstRequests> => {
    if (options.wait !== undefined) await awaitStart(setting, kinds, options.transport, stop, options);
    const reached = new Set([...operations].filter(mayRun));
    return sendFirstRequests({ context: openContext(), kinds, deliver, operations: reached });
  };
  // A run that fails has created something, too.
  const probes = await begin().catch(async (error: unknown) => {
    await clean();
    throw error;
  });

  const plan = turnsOf(contract, [
    ...casesOf(ruleSet.experiments.filter(isRun), target.collections),
    ...gatherer.casesOf(observations),
  ]);
  const takeStep = countSteps(plan.flat().length + 1, (progress) => options.onProgress?.(progress));
  const errors: Result[] = [];
  const left = await tryCases(plan, {
    open: openContext,
    concurrency,
    halted: () => stop.halted() !== undefined,
    takeStep,
    onError: (one, error) => {
      const house = one.house && judgement.ruleStateOf(one.id);
      if (house) house.error(error, 'gathers');
      else if (one.when !== 'observation' || isSelected(one))
        errors.push(errorOf(one.id, one.operation, error));
    },
  });
  judgement.judgeWaiting();
  const [only, ...others] = options.selected ?? [];
  if (!stop.halted())
    await takeStep('comparing responses', () =>
      judgement.compare(evidence, {
        rechecker: recheckerOver(sender, listingKindOf(kinds), {
          alone: others.length === 0 ? only : undefined,
          onRecheck: (recheck) => taken.push(recheck),
        }),
        mayContinue: () => turnOfOthers().then(() => stop.halted() === undefined),
      }),
    );
  await clean();
  const cleanedAt = performance.now();

  const listings = evidence.listings();
  const furtherListings = evidence.furtherListings();
  const seen = { contract, target, attempts, listings, furtherListings, creations: evidence.creations() };
  const choices = readEach(observations.filter(isSelected), (one) => gatherer.read(one, seen));
  const choiceObservations = choiceObservationsOf(contract, choices.operationObservations);
  const { wasAccepted, rateAgainst } = judgement.observed;
  const missing = unavailableOf(contract, probes, wasAccepted, target, rateAgainst);
  judgement.noteChanges(evidence);
  const halt = stop.halted();
  const rate = delivery.pace.rateOfLimit();
  const known = { unavailable: missing, halt, spent: delivery.writes.spent() };
  const results = judgement.results(ruleSet.rules.filter(isSelected), known);
  const notSelected = rules.filter((rule) => !isSelected(rule) && !options.skipped?.has(rule.id));
  const pinned = judgePins(
    contract,
    target.choices,
    choiceObservations,
    ruleSet.observations.filter(isSelected),
  );
  return {
    seed,
    nonce,
    results: [...results, ...errors, ...choices.errors, ...pinned],
    alsoSeen: judgement.results(notSelected, known).filter(({ verdict }) => verdict === 'fail'),
    choiceObservations,
    collectionsRead: target.collections.length,
    sampled: [...samples, ...results.flatMap(({ sampled = [] }) => sampled)],
    transientFailures,
    ...(rate === undefined ? {} : { rate }),
    unavailable: [...missing, ...listingKindOf(kinds).unread(contract, listings, results, missing)],
    experiments: triedExperiments(plan, left, recorder.sentFor),
    created: leftRecords(setting, ownRecords),
    redactor: recorder.redactor,
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record ? { exchanges: recorder.exchanges(), attempts, rechecks: taken } : {}),
    ...(halt?.verdict === 'inconclusive'
      ? { partial: halt.why, reportBy: Math.max(halt.at, cleanedAt) + timeToEnd }
      : {}),
  };
}
