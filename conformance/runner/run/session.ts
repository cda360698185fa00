import { randomBytes } from 'node:crypto';
import type { Contract, OperationId } from '../../../src/contract/contract.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import type { ExperimentContext, Setting } from '../../core/context.ts';
import type { Attempt } from '../../core/evidence.ts';
import type { Rule } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import { createAnswerReader } from '../../interface/read-answer.ts';
import { profiles } from '../../profiles/profiles.ts';
import { watchAvailability } from '../../target/availability.ts';
import type { Awaiting } from '../../target/await-start.ts';
import { watchLockouts } from '../../target/lockout.ts';
import type { Ending } from '../../transport/ending.ts';
import { bailed, createHaltSwitch } from '../../transport/halt.ts';
import { withinLimits } from '../../transport/limits.ts';
import { createRecorder } from '../../transport/recorder.ts';
import type { TransientFailure } from '../../transport/retry.ts';
import { sharingBodies } from '../../transport/same-bodies.ts';
import { type Conduct, conducted } from '../../transport/stack.ts';
import { oneAtATime } from '../../transport/turns.ts';
import { createContext, createExperimentContext } from '../context.ts';
import { createEvidence } from '../evidence.ts';
import { openBench } from '../judge.ts';
import type { TakenRecheck } from '../page-rechecks.ts';
import type { Progress } from '../progress.ts';
import { createRequestSender } from '../request-sender.ts';
import type { RuleSet } from '../rule-set.ts';
import { sampleNodes } from '../sample-nodes.ts';
import { watchUnanswered } from '../unanswered.ts';

/** The seed of a check that names none. */
export const defaultSeed = 20261121;
/** How many jobs run at once by default. */
export const defaultConcurrency = 8;

/** What a run is made of; only the first four have no default. */
export type Run = Ending &
  Awaiting & {
    readonly contract: Contract;
    readonly ruleSet: RuleSet;
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
    /** Choices that are observed at all; by default all about the operations that are selected. */
    readonly observed?: ReadonlySet<string>;
    /** Told of each step as it begins and as it ends. */
    readonly onProgress?: (progress: Progress) => void;
  };

/** A run under way: what sends, what judges, and what was seen so far. */
export type OpenRun = ReturnType<typeof openRun>;

/** Opens a run: whatever is sent over its road is judged as it comes, and kept as evidence. Nothing is sent yet. */
export function openRun(options: Run) {
  const { contract, ruleSet, seed = defaultSeed, runs = 1 } = options;
  const target: Target = { ...options.target, nodes: sampleNodes(options.target, seed) };
  const nonce = options.nonce ?? randomBytes(4).toString('hex');
  const setting: Setting = { contract, target, seed, draws: 10 * runs, nonce };

  const stop = createHaltSwitch();
  // What came before the end and waits for its turn is not read any more.
  const arriving = stop.over(oneAtATime(options.transport));
  const recorder = createRecorder(contract, withinLimits(sharingBodies(arriving)), options.record);
  const transientFailures: TransientFailure[] = [];
  const { transport, writes, pace } = conducted(
    recorder.transport,
    options.conduct ?? {},
    stop,
    nonce,
    (one) => transientFailures.push(one),
  );

  const isSelected = ({ id }: { readonly id: string }): boolean => options.selected?.has(id) ?? true;
  const operations = new Set(ruleSet.rules.filter(isSelected).map(({ operation }) => operation));
  const mayRun = (operation: OperationId): boolean => target.writes || !profiles[operation].writes;
  const rules = ruleSet.rules.filter(({ operation }) => operations.has(operation) && mayRun(operation));
  const availability = watchAvailability();
  const unanswered = watchUnanswered(pace.stood, availability.wasAccepted);
  const lockouts = watchLockouts();
  const evidence = createEvidence(target);
  const attempts: Attempt[] = [];
  const taken: TakenRecheck[] = [];
  const bench = openBench(contract, target, rules, (rule) => {
    if (options.endsWith?.(rule)) stop.halt(bailed);
  });
  const sender = createRequestSender(contract, transport, createAnswerReader(contract, target), {
    onAnswer: (answer) => {
      for (const taker of [unanswered, lockouts, availability]) taker.takeAnswer(answer);
      for (const taker of [evidence, bench]) taker.take(answer);
    },
    onInterrupted: (call) => {
      for (const taker of [unanswered, bench]) taker.takeInterrupted(call);
    },
  });

  const samples = new Set<string>();
  const common = { writesLeft: writes.left, moreWrites: writes.more, memory: new Map() };
  /** What an experiment may do; what it withholds rests on what it was sent itself. */
  const openExperimentContext = (): ExperimentContext =>
    createExperimentContext(createContext(setting, sender, common), {
      report: (attempt) => {
        attempts.push(attempt);
        bench.takeAttempt(attempt);
      },
      sample: (what) => samples.add(what),
    });
  return {
    setting, stop, recorder, transport, transientFailures, isSelected, operations, mayRun, rules, availability, unanswered, lockouts,
    evidence, attempts, taken, bench, sender, samples, openExperimentContext,
  }; // biome-ignore format: one glance
}
