import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { type Exchange, isLost, type Transport } from '../../src/http/exchange.ts';
import type { Attempt } from '../core/evidence.ts';
import type { Setting } from '../core/look.ts';
import type { Observation, Rule } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { type Result, Withheld } from '../core/verdict.ts';
import { createAnswerReader } from '../interface/read-answer.ts';
import { profiles } from '../profiles/profiles.ts';
import { explained, watchAvailability, withCause } from '../target/availability.ts';
import { type Awaiting, awaitStart } from '../target/await-start.ts';
import { watchLockouts } from '../target/lockout.ts';
import { lookFirst, unavailableOf } from '../target/look-first.ts';
import { harmlessCalls } from '../target/preflight.ts';
import { type Ending, endEarly, timeToEnd, whyInterrupted } from '../transport/ending.ts';
import { createHaltSwitch, type Halt, whyBailed } from '../transport/halt.ts';
import { withinLimits } from '../transport/limits.ts';
import { createRecorder } from '../transport/recorder.ts';
import type { Interference } from '../transport/retry.ts';
import { sharingBodies } from '../transport/same-bodies.ts';
import { type Conduct, conducted } from '../transport/stack.ts';
import { oneAtATime, turnOfOthers } from '../transport/turns.ts';
import type { Catalogue } from './catalogue.ts';
import { confirm } from './choices/confirm.ts';
import { type Glimpse, sightsOf, unseenFor } from './choices/sights.ts';
import { createEvidence } from './evidence.ts';
import { createField, createLook } from './field.ts';
import { denied, errorOf, gather, type Job, jobsOf, whyDenied } from './gather.ts';
import { openBench } from './judge.ts';
import { lookerOver, type TakenLook } from './page-rechecks.ts';
import { countSteps, type Progress } from './progress.ts';
import { judgeRelations } from './relations.ts';
import { openRoad } from './road.ts';
import { nodesSampled, sampleNodes } from './sample-nodes.ts';
import type { Seen } from './seen.ts';
import { watchUnanswered } from './unanswered.ts';

/** The seed of a check that names none. */
export const usualSeed = 20261121;
/** How many jobs run at once where nobody says otherwise. */
export const usualConcurrency = 8;

/** What a run is made of; only the first four have no default. */
export type Run = Ending &
  Awaiting & {
    readonly contract: Contract;
    readonly catalogue: Catalogue;
    readonly target: Target;
    readonly transport: Transport;
    /** Ids of the rules and observations whose results are wanted; by default all. */
    readonly selected?: ReadonlySet<string>;
    readonly seed?: number;
    /** Multiplies the draws of experiments. */
    readonly runs?: number;
    /** Told apart from other runs by this; by default drawn afresh, never from the seed. */
    readonly nonce?: string;
    readonly concurrency?: number;
    /** Whether every exchange is kept, and not only those that show a finding. */
    readonly record?: boolean;
    /** How the run behaves towards the target. */
    readonly conduct?: Conduct;
    /** Which broken rules end the run at once. */
    readonly endsWith?: (rule: Rule) => boolean;
    /** Which jobs are run; by default all of the operations that are selected. */
    readonly jobs?: (jobs: readonly Job[]) => readonly Job[];
    /** Choices that are looked at at all; by default all about the operations that are selected. */
    readonly observed?: ReadonlySet<string>;
    /** Told of each step as it begins and as it ends. */
    readonly onProgress?: (progress: Progress) => void;
  };

/** Runs a check: preflight, experiments and observations gather; claims judge. What only the operator can settle is a `UserError`. */
export async function run(options: Run): Promise<Seen> {
  const { contract, catalogue, seed = usualSeed, runs = 1, concurrency = usualConcurrency } = options;
  const nonce = options.nonce ?? randomBytes(4).toString('hex');
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const nodes = sampleNodes(options.target, seed);
  const target: Target = { ...options.target, nodes };
  const isSelected = ({ id }: { readonly id: string }): boolean => options.selected?.has(id) ?? true;

  const stop = createHaltSwitch();
  using _ = endEarly(stop, options);
  // What came before the end and waits for its turn is not read any more.
  const arriving = stop.over(oneAtATime(options.transport));
  const recorder = createRecorder(contract, withinLimits(sharingBodies(arriving)), options.record);
  const interferences: Interference[] = [];
  const { transport, writes, pace } = conducted(
    recorder.transport,
    options.conduct ?? {},
    stop,
    nonce,
    (one) => interferences.push(one),
  );

  const availability = watchAvailability();
  const unanswered = watchUnanswered(pace.stood, availability.wasAccepted);
  const lockouts = watchLockouts();
  const evidence = createEvidence(target);
  const operations = new Set(catalogue.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !profiles[operation].writes;
  const rules = catalogue.rules.filter(({ operation }) => operations.has(operation) && mayRun(operation));
  const bench = openBench(contract, target, rules, (rule) => {
    if (options.endsWith?.(rule)) stop.halt({ verdict: 'skipped', why: whyBailed });
  });
  const road = openRoad(contract, transport, createAnswerReader(contract, target), {
    onAnswer: (answer) => {
      unanswered.takeAnswer(answer);
      lockouts.takeAnswer(answer);
      availability.takeAnswer(answer);
      evidence.take(answer);
      bench.take(answer);
    },
    onInterrupted: (call) => {
      unanswered.takeInterrupted(call);
      bench.takeInterrupted(call);
    },
  });
  const setting: Setting = { contract, target, seed, draws: 10 * runs, nonce };
  if (options.wait !== undefined)
    await awaitStart(target.baseUrl, harmlessCalls(setting)[0].call, options.transport, stop, options);

  const samples = new Set<string>();
  const attempts: Attempt[] = [];
  const taken: TakenLook[] = [];
  const common = { writesLeft: writes.left, moreWrites: writes.more, memory: new Map() };
  const field = createField(createLook(setting, road, common), {
    report: (attempt) => {
      if (options.record) attempts.push(attempt);
      bench.takeAttempt(attempt);
    },
    sample: (what) => samples.add(what),
  });
  const probes = await lookFirst({
    look: field,
    sendAfresh: road.sendAfresh,
    transport,
    operations: new Set([...operations].filter(mayRun)),
  });
  const experiments = catalogue.experiments.filter(
    ({ operation }) => operations.has(operation) && mayRun(operation),
  );
  const all = jobsOf(experiments, nodes);
  const errors: Result[] = [];
  const jobs = options.jobs?.(all) ?? all;
  // What an observation asks is evidence, too: a finding has to come again when its rule is run alone.
  const looks = catalogue.observations.filter(
    (one) =>
      (operations.has(one.operation) || isSelected(one)) && (options.observed?.has(one.choice) ?? true),
  );
  const takeStep = countSteps(jobs.length + looks.length + 1, (progress) => options.onProgress?.(progress));
  const gathering = {
    field,
    concurrency,
    halted: () => stop.halted() !== undefined,
    takeStep,
    onError: ({ experiment }: Job, error: unknown) => {
      const house = experiment.house && bench.ledgers.find(({ rule }) => rule.id === experiment.id);
      if (house) house.error(error, 'gathers');
      else errors.push(errorOf(experiment.id, experiment.operation, error));
    },
  };
  const isLast = ({ experiment }: Job): boolean => experiment.when === 'last';
  await gather(
    jobs.filter((job) => !isLast(job)),
    gathering,
  );
  const sights = sightsOf(await observeAll(looks));
  await gather(jobs.filter(isLast), gathering);
  if (!stop.halted())
    await takeStep('relations between responses', () =>
      judgeRelations(
        {
          contract,
          target,
          looker: lookerOver(road, (look) => taken.push(look)),
          ledgers: bench.ledgers,
          goesOn: () => turnOfOthers().then(() => stop.halted() === undefined),
        },
        evidence.listings(),
        bench.blamed,
      ),
    );

  const unavailable = unavailableOf(probes, availability.wasAccepted, target, unanswered.rateAgainst);
  const judged = new Map(bench.ledgers.map((ledger) => [ledger.rule.id, ledger]));
  const halt = stop.halted();
  const resultOf = (rule: Rule): Result => {
    const ledger = judged.get(rule.id);
    if (!ledger) return denied(rule, contract);
    const result = explained(unanswered.explain(lockouts.explain(ledger.result())), unavailable);
    return halt && isUnreached(rule, result, halt) ? { ...result, ...halted(halt) } : result;
  };
  const results = withCause(catalogue.rules.filter(isSelected).map(resultOf), availability.wasAccepted);
  const alsoSeen = rules
    .filter((rule) => !isSelected(rule))
    .map(resultOf)
    .filter(({ verdict }) => verdict === 'fail');

  async function observeAll(some: readonly Observation[]): Promise<Glimpse[]> {
    const limit = pLimit(concurrency);
    const seen = await Promise.all(
      some.map((one) =>
        limit(async () => {
          const glimpse = await takeStep(one.id, () => observe(one));
          return glimpse && isSelected(one) ? [glimpse] : [];
        }),
      ),
    );
    return seen.flat();
  }

  async function observe(observation: Observation): Promise<Glimpse | undefined> {
    const { id, choice, operation, look: see } = observation;
    const about = { choice, operation };
    if (!mayRun(operation))
      return { ...about, verdict: 'skipped', why: whyDenied, remedy: 'writes: allow', exchanges: [] };
    const over = stop.halted();
    if (over) return { ...about, ...halted(over), exchanges: [] };
    const recent: Exchange[] = [];
    try {
      const answer = await see(createLook(setting, road, common, recent));
      const pinned = target.choices.get(choice);
      if (pinned !== undefined && pinned !== answer)
        await confirm(operation, createLook(setting, road, common));
      return { ...about, answer, exchanges: recent.slice(-1) };
    } catch (error) {
      if (error instanceof Withheld) return { ...about, ...unseenFor(error) };
      if (isSelected(observation)) errors.push(errorOf(id, operation, error));
      return undefined;
    }
  }

  return {
    seed,
    nonce,
    results: [...results, ...errors],
    alsoSeen,
    sights,
    sampled: [
      ...nodesSampled(nodes, options.target),
      ...samples,
      ...results.flatMap(({ sampled = [] }) => sampled),
    ],
    interferences,
    unavailable,
    created: recorder.created(),
    redactor: recorder.redactor,
    identities: bench.identities(),
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record ? { exchanges: recorder.exchanges(), attempts, looks: taken } : {}),
    ...(options.signal?.aborted ? { partial: whyInterrupted } : {}),
    ...(halt?.verdict === 'inconclusive' ? { reportBy: halt.at + timeToEnd } : {}),
  };
}

const halted = ({ verdict, why, remedy }: Halt) => ({
  verdict,
  why,
  ...(remedy === undefined ? {} : { remedy }),
});

/** Whether a run that ended early may have kept a rule from judging: nothing came, not all, or its call was cut off. */
const isUnreached = ({ claims }: Rule, { verdict, exchanges }: Result, { why }: Halt): boolean =>
  verdict === 'untested' ||
  (verdict === 'pass' && claims.some(({ on }) => on === 'listing')) ||
  (verdict === 'inconclusive' && exchanges.some(({ reply }) => isLost(reply) && reply.detail === why));
