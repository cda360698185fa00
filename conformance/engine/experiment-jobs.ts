import { focusedOn, type OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { atOnce } from '../../src/once.ts';
import type { Experiment, ExperimentContext } from '../core/context.ts';
import { type Collection, targetFor } from '../core/target.ts';
import { type Result, Withheld } from '../core/verdict.ts';
import { wordsOfMistake } from './rule-state.ts';

export type Progress = {
  /** Experiments, observations, and the relations at the end. */
  readonly done: number;
  readonly of: number;
  readonly doing: string;
};

type TakeStep = <T>(name: string, step: () => Promise<T>) => Promise<T>;

export function countSteps(of: number, tell: (progress: Progress) => void): TakeStep {
  let done = 0;
  let doing = '';
  return async (name, step) => {
    doing = name;
    tell({ done, of, doing });
    try {
      return await step();
    } finally {
      done += 1;
      tell({ done, of, doing });
    }
  };
}

export type Job = { readonly experiment: Experiment; readonly collection?: Collection };

export const jobsOf = (experiments: readonly Experiment[], collections: readonly Collection[]): Job[] =>
  experiments.flatMap((experiment): Job[] =>
    'runFor' in experiment
      ? collections
          .filter(({ operation = experiment.operation }) => operation === experiment.operation)
          .map((collection) => ({ experiment, collection }))
      : [{ experiment }],
  );

/** A context as an operation sees it. What its experiments share is their own if it lists. */
export function contextFor<C extends ExperimentContext>(context: C, operation: OperationId): C {
  const { contract, target } = context;
  const isListing = isOfKind(contract, operation, 'list');
  return {
    ...context,
    contract: focusedOn(contract, operation),
    target: targetFor(target, contract, operation),
    shared: <T>(key: string, make: () => T): T =>
      context.shared(isListing ? `${operation} ${key}` : key, make),
  };
}

export type Gathering = {
  readonly context: ExperimentContext;
  readonly concurrency: number;
  readonly halted: () => boolean;
  readonly takeStep: TakeStep;
  readonly onError: (job: Job, error: unknown) => void;
  /** An experiment for which the run had no room. */
  readonly onLeft: (job: Job) => void;
};

/** What runs at the same time. A collection is read without delay, so that it has little time to change. */
const turns = [['first', 'early'], [undefined], ['last']] as const;

export async function gather(jobs: readonly Job[], gathering: Gathering): Promise<void> {
  const { concurrency, halted, takeStep, onError, onLeft, context } = gathering;
  const limit = atOnce(concurrency);
  const run = async (job: Job): Promise<void> => {
    const { experiment, collection } = job;
    try {
      if (halted()) return onLeft(job);
      const own = contextFor(context, experiment.operation);
      if ('run' in experiment) await experiment.run(own);
      else if (collection) await experiment.runFor(own, collection);
    } catch (error) {
      // Claims report missing data.
      if (!(error instanceof Withheld)) onError(job, error);
    }
  };
  for (const times of turns) {
    const turn = times.flatMap((when) => jobs.filter(({ experiment }) => experiment.when === when));
    await Promise.all(turn.map((job) => limit(() => takeStep(job.experiment.id, () => run(job)))));
  }
}

export function errorOf(id: string, operation: OperationId, error: unknown): Result {
  return {
    rule: id,
    clause: id,
    source: 'contract',
    operation,
    level: 'unspecified',
    title: id,
    verdict: 'error',
    why: wordsOfMistake(error),
    exchanges: [],
  };
}
