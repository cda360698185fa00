import type { Redactor } from '../../src/secrets/redactor.ts';
import type { Attempt, LeftRecord } from '../core/evidence.ts';
import type { Result, Unavailable } from '../core/verdict.ts';
import { conclude } from './conclude.ts';
import { createHaltSwitch, endEarly, timeToEnd } from './ending.ts';
import { createGatherer } from './gather-choices.ts';
import type { ChoiceObservation } from './observe-choices.ts';
import { defaultConcurrency } from './option-defaults.ts';
import { awaitStart } from './reach-target.ts';
import type { TakenRecheck } from './rechecks/rechecker.ts';
import { openReceiving } from './run-receiving.ts';
import { type Run, scopeOf, settingOf } from './run-scope.ts';
import { openSending } from './run-sending.ts';
import type { TimedExchange } from './sending/recorder.ts';
import type { TransientFailure } from './sending/retries.ts';
import { sendFirstRequests } from './served-operations.ts';
import { casesOf, countSteps, type TriedExperiment, triedExperiments, tryCases, turnsOf } from './turns.ts';

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

/** Runs a check: each response is judged as it comes, and kept as evidence. Invalid input is a {@link UserError}. */
export async function run(options: Run): Promise<SeenInRun> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const setting = settingOf(options);
  const scope = scopeOf(options);
  const stop = createHaltSwitch();
  const sending = openSending(options, setting, stop, started);
  const receiving = openReceiving(options, setting, scope, sending);
  const { contract, target } = setting;
  const { kinds } = options.ruleSet;
  const gatherer = createGatherer({ contract, kinds, mayRun: scope.mayRun, halted: stop.halted });
  using _ = endEarly(stop, options);

  const begin = async (): ReturnType<typeof sendFirstRequests> => {
    if (options.wait !== undefined) await awaitStart(setting, kinds, options.transport, stop, options);
    const { deliver } = sending;
    return sendFirstRequests({
      context: receiving.openContext(),
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
    open: receiving.openContext,
    concurrency: options.concurrency ?? defaultConcurrency,
    halted: () => stop.halted() !== undefined,
    takeStep,
    onError: receiving.takeError,
  });
  await takeStep('comparing responses', receiving.finish);
  await sending.cleanUp();
  const cleanedAt = performance.now();

  const { nonce, seed } = setting;
  const { recorder } = sending;
  const halt = stop.halted();
  return {
    seed,
    nonce,
    ...conclude(options, { setting, scope, sending, receiving, gatherer, probes, halt }),
    collectionsRead: target.collections.length,
    transientFailures: sending.transientFailures,
    experiments: triedExperiments(plan, left, recorder.sentFor),
    created: sending.created(),
    redactor: recorder.redactor,
    requests: recorder.sent(),
    isReferenceStub: recorder.isReferenceStub(),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    ...(options.record ? { exchanges: recorder.exchanges(), ...receiving.recorded } : {}),
    ...(halt?.verdict === 'inconclusive'
      ? { partial: halt.why, reportBy: Math.max(halt.at, cleanedAt) + timeToEnd }
      : {}),
  };
}
