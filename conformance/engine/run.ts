import { randomBytes } from 'node:crypto';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Redactor } from '../../src/secrets/redactor.ts';
import type { ExperimentContext, Setting } from '../core/context.ts';
import type { Attempt, LeftRecord } from '../core/evidence.ts';
import { kindOf, listingKindOf } from '../core/kind.ts';
import type { ChoiceContext, Observation } from '../core/observation.ts';
import { profileOf } from '../core/profile.ts';
import type { Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { type Result, type Unavailable, Withheld } from '../core/verdict.ts';
import type { RuleSet } from '../rule-files/rule-set.ts';
import { cleanUp, leftRecords, timeToCleanUp } from './clean-up.ts';
import { createEvidence } from './collected-evidence.ts';
import { type Conduct, conducted } from './conduct.ts';
import { bailed, createHaltSwitch, type Ending, endEarly, outcomeOfHalt, timeToEnd } from './ending.ts';
import { sendFirstRequests, unavailableOf } from './first-requests.ts';
import { openJudgement } from './judgement.ts';
import { sharingBodies, withinLimits } from './memory-limits.ts';
import {
  type ChoiceObservation,
  choiceObservationsOf,
  judgePins,
  type ObservedEvidence,
  type OperationObservation,
  observe,
  unseenFor,
} from './observe-choices.ts';
import { createOwnRecords } from './own-records.ts';
import {
  type Case,
  casesOf,
  countSteps,
  errorOf,
  type Progress,
  sampleCollections,
  type TriedExperiment,
  triedExperiments,
  tryCases,
  turnsOf,
} from './plan.ts';
import { type Awaiting, awaitStart } from './preflight.ts';
import { createExchangeReader } from './read-exchange.ts';
import { recheckerOver, type TakenRecheck } from './rechecker.ts';
import { createRecorder, type TimedExchange } from './recorder.ts';
import { createRequestSender } from './request-sender.ts';
import type { TransientFailure } from './retries.ts';
import { createContext } from './run-context.ts';
import { oneAtATime, turnOfOthers } from './turns.ts';
import { mostWritesFor } from './write-limit.ts';

/** The results of a run. Unlike a report, they contain secrets. */
export type Seen = {
  readonly seed: number;
  readonly nonce: string;
  readonly results: readonly Result[];
  readonly alsoSeen: readonly Result[];
  readonly choiceObservations: readonly ChoiceObservation[];
  /** How many of the collections of the target were read. */
  readonly collectionsRead: number;
  readonly sampled: readonly string[];
  readonly transientFailures: readonly TransientFailure[];
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
  Conduct & {
    readonly seed?: number;
    readonly runs?: number;
    /** Distinguishes this run from others. Random by default, and never drawn from the seed. */
    readonly nonce?: string;
    /** How many jobs run at once, and how many connections they use. */
    readonly concurrency?: number;
    readonly record?: boolean;
    /** Called when a step of the run begins and when it ends. */
    readonly onProgress?: (progress: Progress) => void;
  };

export type Run = RunTerms & {
  readonly contract: Contract;
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly transport: Transport;
  readonly selected?: ReadonlySet<string>;
  readonly endsWith?: (rule: Rule) => boolean;
  readonly observed?: ReadonlySet<string>;
};

type OpenRun = ReturnType<typeof openRun>;

/** Opens a run: each response is judged as it comes, and kept as evidence. Nothing is sent yet. */
function openRun(options: Run) {
  const { contract, ruleSet, seed = defaultSeed, runs = 1 } = options;
  const target: Target = { ...options.target, collections: sampleCollections(options.target, seed) };
  const nonce = options.nonce ?? randomBytes(4).toString('hex');
  const setting: Setting = { contract, target, seed, draws: 10 * runs, nonce };

  const stop = createHaltSwitch();
  // Responses that wait when the run ends are not read.
  const ownRecords = createOwnRecords({ contract, target, nonce });
  const unhalted = ownRecords.watch(oneAtATime(options.transport));
  const arriving = stop.over(unhalted);
  const recorder = createRecorder(contract, withinLimits(sharingBodies(arriving)), options.record);
  const transientFailures: TransientFailure[] = [];
  const { maxWrites = mostWritesFor(contract) } = options;
  const conduct = conducted(recorder.transport, { ...options, maxWrites }, stop, nonce, (one) =>
    transientFailures.push(one),
  );
  const { writes, pace } = conduct;
  const deliver = ownRecords.guard(conduct.deliver, conduct.nextId);

  const isSelected = ({ id }: { readonly id: string }): boolean => options.selected?.has(id) ?? true;
  const operations = new Set(ruleSet.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !profileOf(contract, operation).writes;
  const rules = ruleSet.rules.filter(({ operation }) => operations.has(operation) && mayRun(operation));
  const evidence = createEvidence(contract, target, ruleSet.kinds);
  const attempts: Attempt[] = [];
  const taken: TakenRecheck[] = [];
  const judgement = openJudgement({
    contract,
    target,
    rules,
    kinds: ruleSet.kinds,
    of: 'check',
    rateReached: pace.rateReached,
    onBroken: (rule) => {
      if (options.endsWith?.(rule)) stop.halt(bailed);
    },
  });
  const sender = createRequestSender(
    contract,
    deliver,
    createExchangeReader(contract, target, ruleSet.kinds),
    {
      onExchange: (exchange) => {
        evidence.take(exchange);
        judgement.take(exchange);
      },
      onInterrupted: judgement.takeInterrupted,
    },
  );

  const samples = new Set<string>();
  const common = {
    writesLeft: writes.left,
    moreWrites: writes.more,
    pause: stop.pause,
    memory: new Map(),
  };
  /** Each has its own recent exchanges, which a `Withheld` shows. */
  const openExperimentContext = (): ExperimentContext => ({
    ...createContext(setting, sender, common),
    report: (attempt) => {
      attempts.push(attempt);
      judgement.takeAttempt(attempt);
    },
    sample: (what) => samples.add(what),
  });
  return {
    setting, ownRecords, unhalted, stop, recorder, deliver, transientFailures, isSelected, operations, mayRun, rules, judgement,
    evidence, attempts, taken, sender, samples, openExperimentContext,
  }; // biome-ignore format: one glance
}

function openChoices(session: OpenRun, { ruleSet, observed }: Run) {
  const { operations, isSelected, mayRun, setting, evidence, attempts, stop } = session;
  // Runs observations that are not selected too: their requests are evidence, and a finding must repeat if its rule is
  // checked alone.
  const observations = ruleSet.observations.filter(
    (one) => (operations.has(one.operation) || isSelected(one)) && (observed?.has(one.choice) ?? true),
  );
  /** Observations that sent their requests, with what kept them from sending more. */
  const gathered = new Map<string, Withheld | undefined>();

  async function gatherFor(
    { id, operation, choice, gather }: Observation,
    open: ExperimentContext,
  ): Promise<void> {
    const context: ChoiceContext = { ...open, operation, choice };
    let withheld: Withheld | undefined;
    for (const send of [kindOf(ruleSet.kinds, context.contract, operation)?.beginObservation, gather]) {
      try {
        await send?.(context);
      } catch (error) {
        if (!(error instanceof Withheld)) throw error;
        withheld ??= error;
      }
    }
    gathered.set(id, withheld);
  }

  function readOne(observation: Observation, seen: ObservedEvidence): OperationObservation | undefined {
    const { id, operation, choice } = observation;
    const about = { choice, operation, exchanges: [] };
    if (!mayRun(operation))
      return { ...about, verdict: 'skipped', why: { kind: 'denied' }, remedy: { kind: 'writes' } };
    if (!gathered.has(id)) {
      const halt = stop.halted();
      return halt && { ...about, ...outcomeOfHalt(halt) };
    }
    const operationObservation = observe(observation, seen);
    const withheld = gathered.get(id);
    return 'option' in operationObservation || !withheld
      ? operationObservation
      : { ...about, ...unseenFor(withheld) };
  }

  return {
    cases: observations
      .filter(({ operation }) => mayRun(operation))
      .map((one): Case => {
        const { id, operation } = one;
        const run = (context: ExperimentContext) => gatherFor(one, context);
        return { id, operation, shows: 'which options the server takes', when: 'observation', run };
      }),
    read: (): ReadChoices => {
      const { contract, target } = setting;
      const seen = {
        contract,
        target,
        attempts,
        listings: evidence.listings(),
        furtherListings: evidence.furtherListings(),
        creations: evidence.creations(),
      };
      return readEach(observations.filter(isSelected), (one) => readOne(one, seen));
    },
  };
}

export type ReadChoices = {
  readonly operationObservations: readonly OperationObservation[];
  readonly errors: readonly Result[];
};

export function readEach(
  observations: readonly Observation[],
  read: (observation: Observation) => OperationObservation | undefined,
): ReadChoices {
  const errors: Result[] = [];
  const operationObservations = observations.flatMap((one) => {
    try {
      return read(one) ?? [];
    } catch (error) {
      errors.push(errorOf(one.id, one.operation, error));
      return [];
    }
  });
  return { operationObservations, errors };
}

/** Runs a check. Invalid input is a {@link UserError}. */
export async function run(options: Run): Promise<Seen> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const session = openRun(options);
  const { setting, stop, recorder, judgement } = session;
  using _ = endEarly(stop, options);
  const clean = (): Promise<void> => {
    const { budget = Number.POSITIVE_INFINITY, since = started } = options;
    const time = timeToCleanUp(budget - (performance.now() - since), stop.halted() !== undefined);
    return cleanUp(setting, session.ownRecords, session.unhalted, time);
  };
  const begun = reachTarget(session, options);
  // A run that fails has created something, too.
  const probes = await begun.catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  const choices = openChoices(session, options);
  const tried = await tryPlan(session, choices, options);
  judgement.judgeWaiting();
  if (!stop.halted())
    await tried.takeStep('comparing responses', () => judgeListings(session, [...(options.selected ?? [])]));

  await clean();
  const cleanedAt = performance.now();
  const { operationObservations, errors } = choices.read();
  const { wasAccepted, rateAgainst } = judgement.observed;
  const missing = unavailableOf(setting.contract, probes, wasAccepted, setting.target, rateAgainst);
  const { results, alsoSeen } = resultsOfRun(session, options, missing);
  const unavailable = [
    ...missing,
    ...listingKindOf(options.ruleSet.kinds).unread(
      setting.contract,
      session.evidence.listings(),
      results,
      missing,
    ),
  ];
  const choiceObservations = choiceObservationsOf(setting.contract, operationObservations);
  const pinned = judgePins(
    setting.contract,
    setting.target.choices,
    choiceObservations,
    options.ruleSet.observations.filter(session.isSelected),
  );
  const halt = stop.halted();
  return {
    seed: setting.seed,
    nonce: setting.nonce,
    results: [...results, ...tried.errors, ...errors, ...pinned],
    alsoSeen,
    choiceObservations,
    collectionsRead: setting.target.collections.length,
    sampled: [...session.samples, ...results.flatMap(({ sampled = [] }) => sampled)],
    transientFailures: session.transientFailures,
    unavailable,
    experiments: tried.experiments,
    created: leftRecords(setting, session.ownRecords),
    redactor: recorder.redactor,
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record
      ? { exchanges: recorder.exchanges(), attempts: session.attempts, rechecks: session.taken }
      : {}),
    ...(halt?.verdict === 'inconclusive'
      ? { partial: halt.why, reportBy: Math.max(halt.at, cleanedAt) + timeToEnd }
      : {}),
  };
}

async function reachTarget(session: OpenRun, options: Run): ReturnType<typeof sendFirstRequests> {
  const { setting, stop, operations, mayRun, sender, deliver } = session;
  if (options.wait !== undefined)
    await awaitStart(setting, options.ruleSet.kinds, options.transport, stop, options);
  return sendFirstRequests({
    context: session.openExperimentContext(),
    kinds: options.ruleSet.kinds,
    sendAfresh: sender.sendAfresh,
    deliver,
    operations: new Set([...operations].filter(mayRun)),
  });
}

async function tryPlan(
  session: OpenRun,
  choices: ReturnType<typeof openChoices>,
  { ruleSet, concurrency = defaultConcurrency, ...options }: Run,
) {
  const { setting, stop, operations, mayRun, isSelected, judgement, recorder } = session;
  const experiments = ruleSet.experiments.filter(
    ({ operation }) => operations.has(operation) && mayRun(operation),
  );
  const plan = turnsOf(setting.contract, [
    ...casesOf(experiments, setting.target.collections),
    ...choices.cases,
  ]);
  const takeStep = countSteps(plan.flat().length + 1, (progress) => options.onProgress?.(progress));
  const errors: Result[] = [];
  const left = await tryCases(plan, {
    open: session.openExperimentContext,
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
  return { takeStep, errors, experiments: triedExperiments(plan, left, recorder.sentFor) };
}

const judgeListings = (
  { stop, sender, taken, judgement, evidence }: OpenRun,
  [alone, ...others]: readonly string[],
): Promise<void> =>
  judgement.compare(evidence, {
    ...(alone !== undefined && others.length === 0 ? { alone } : {}),
    rechecker: recheckerOver(sender, (recheck) => taken.push(recheck)),
    mayContinue: () => turnOfOthers().then(() => stop.halted() === undefined),
  });

function resultsOfRun(
  { judgement, evidence, stop, rules, isSelected }: OpenRun,
  { ruleSet }: Run,
  unavailable: readonly Unavailable[],
): Pick<Seen, 'results' | 'alsoSeen'> {
  judgement.noteChanges(evidence);
  const known = { unavailable, halt: stop.halted() };
  const others = rules.filter((rule) => !isSelected(rule));
  return {
    results: judgement.results(ruleSet.rules.filter(isSelected), known),
    alsoSeen: judgement.results(others, known).filter(({ verdict }) => verdict === 'fail'),
  };
}
