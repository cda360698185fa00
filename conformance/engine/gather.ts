import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { atOnce } from '../../src/once.ts';
import type { Experiment, ExperimentContext } from '../core/context.ts';
import { aboutRule, levelOf, type Rule } from '../core/rule.ts';
import type { NodeTarget } from '../core/target.ts';
import { type Result, Withheld } from '../core/verdict.ts';
import { wordsOfMistake } from './judge.ts';

/** How far a run is. */
export type Progress = {
  /** How many steps have ended, and how many there are: experiments, observations, and the relations at the end. */
  readonly done: number;
  readonly of: number;
  /** The step that began last. */
  readonly doing: string;
};

/** Takes a step of a run, and tells of it when it begins and when it ends. */
type TakeStep = <T>(name: string, step: () => Promise<T>) => Promise<T>;

/** Counts the steps of a run. */
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

/** One piece of gathering: an experiment, on one node where it is run for each. */
export type Job = { readonly experiment: Experiment; readonly node?: NodeTarget };

/** The jobs of experiments on the nodes of a target, in a stable order. */
export const jobsOf = (experiments: readonly Experiment[], nodes: readonly NodeTarget[]): Job[] =>
  experiments.flatMap((experiment): Job[] =>
    'runFor' in experiment ? nodes.map((node) => ({ experiment, node })) : [{ experiment }],
  );

/** What gathering depends on. */
export type Gathering = {
  readonly context: ExperimentContext;
  readonly concurrency: number;
  /** Whether the run has ended early: what has not begun by then does not begin. */
  readonly halted: () => boolean;
  readonly takeStep: TakeStep;
  /** Told what an experiment that broke down by a mistake of ours threw. */
  readonly onError: (job: Job, error: unknown) => void;
};

/** What runs side by side. A node is read completely without delay, so that it has little time to change meanwhile. */
const turns = [['first', 'early'], [undefined], ['last']] as const;

/** Runs jobs: those that come first or early, then the others, then the last, each side by side. Nothing is judged here. */
export async function gather(jobs: readonly Job[], gathering: Gathering): Promise<void> {
  const { concurrency, halted, takeStep, onError, context } = gathering;
  const limit = atOnce(concurrency);
  const run = async (job: Job): Promise<void> => {
    const { experiment, node } = job;
    try {
      if (halted()) return;
      if ('run' in experiment) await experiment.run(context);
      else if (node) await experiment.runFor(context, node);
    } catch (error) {
      // Claims say what the data of the target did not allow to test.
      if (!(error instanceof Withheld)) onError(job, error);
    }
  };
  for (const times of turns) {
    const turn = times.flatMap((when) => jobs.filter(({ experiment }) => experiment.when === when));
    await Promise.all(turn.map((job) => limit(() => takeStep(job.experiment.id, () => run(job)))));
  }
}

/** What an experiment or an observation comes to that broke down by a mistake of ours. */
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

/** Why rules that write are skipped. */
export const whyDenied = 'POST requests are not allowed for this target';

/** What a rule comes to that would write where that is not allowed. */
export const denied = (rule: Rule, contract: Contract): Result => ({
  ...aboutRule(rule, levelOf(rule, contract)),
  verdict: 'skipped',
  why: whyDenied,
  remedy: { kind: 'writes' },
  exchanges: [],
});
