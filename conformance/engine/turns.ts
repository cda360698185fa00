// Which cases a run tries, on which collections, and in which order. How an experiment spreads its own cases is in
// `core/cases.ts`.

import type { Contract } from '../../src/contract/contract.ts';
import { isOfKind, type OperationId } from '../../src/contract/operations.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import { atOnce } from '../../src/once.ts';
import { type Experiment, type ExperimentContext, seenFrom } from '../core/context.ts';
import type { Collection } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { experimentSending } from './sending/recorder.ts';

/** Those of a turn run at the same time. A collection is read without delay, so that it has little time to change. */
const turns = [['first', 'early'], ['between'], ['observation'], ['last']] as const;

type Time = (typeof turns)[number][number];

/** An experiment on one collection or on all, or what an observation sends. */
export type Case = Pick<Experiment, 'id' | 'operation' | 'shows' | 'house'> & {
  readonly when: Time;
  readonly run: (context: ExperimentContext) => Promise<void>;
};

export const casesOf = (
  experiments: readonly Experiment[],
  collections: readonly Collection[],
): readonly Case[] =>
  experiments.flatMap((experiment): Case[] => {
    const when: Time = experiment.when ?? 'between';
    return 'runFor' in experiment
      ? collections
          .filter(({ operation = experiment.operation }) => operation === experiment.operation)
          .map((one) => ({ ...experiment, when, run: (context) => experiment.runFor(context, one) }))
      : [{ ...experiment, when }];
  });

/** Orders cases by turns. A listing of what others create is read once nothing is created any more. */
export function turnsOf(contract: Contract, cases: readonly Case[]): readonly (readonly Case[])[] {
  const isGrowing = ({ operation }: Case): boolean =>
    isOfKind(contract, operation, 'list') && isStateful(contract, operation);
  return [cases.filter((one) => !isGrowing(one)), cases.filter(isGrowing)].flatMap((some) =>
    turns.map((times) => times.flatMap((time) => some.filter(({ when }) => when === time))),
  );
}

/** The name under which the requests of a case are counted: that of its experiment, or of all observations together. */
const experimentOf = ({ when, id, operation }: Case): string =>
  when === 'observation' ? `${operation}/observations` : id;

/** An experiment of a run: what it tries, and what that costs. */
export type TriedExperiment = {
  readonly id: string;
  /** What its cases would show. */
  readonly shows: string;
  readonly cases: number;
  /** Those for which the run had no room. */
  readonly left?: number;
  readonly requests: number;
};

export const triedExperiments = (
  plan: readonly (readonly Case[])[],
  left: ReadonlySet<Case>,
  requestsOf: (experiment: string) => number,
): readonly TriedExperiment[] =>
  [...Map.groupBy(plan.flat(), experimentOf)].map(([id, cases]) => {
    const out = cases.filter((one) => left.has(one)).length;
    return {
      id,
      shows: cases[0]?.shows ?? '',
      cases: cases.length,
      ...(out === 0 ? {} : { left: out }),
      requests: requestsOf(id),
    };
  });

/** A context as an operation sees it. What its experiments share is their own if it lists. */
function contextFor<C extends ExperimentContext>(context: C, operation: OperationId): C {
  const isListing = isOfKind(context.contract, operation, 'list');
  return {
    ...context,
    ...seenFrom(context, operation),
    shared: <T>(key: string, make: () => T): T =>
      context.shared(isListing ? `${operation} ${key}` : key, make),
  };
}

type Progress = {
  /** Cases, and the relations at the end. */
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

type Trying = {
  readonly open: () => ExperimentContext;
  readonly concurrency: number;
  readonly halted: () => boolean;
  readonly takeStep: TakeStep;
  readonly onError: (one: Case, error: unknown) => void;
};

/** Tries the cases of a plan, turn by turn. Returns those for which the run had no room. */
export async function tryCases(
  plan: readonly (readonly Case[])[],
  { open, concurrency, halted, takeStep, onError }: Trying,
): Promise<ReadonlySet<Case>> {
  const left = new Set<Case>();
  const limit = atOnce(concurrency);
  const tryOne = async (one: Case): Promise<void> => {
    if (halted()) return void left.add(one);
    try {
      await experimentSending.run(experimentOf(one), () => one.run(contextFor(open(), one.operation)));
    } catch (error) {
      // Claims report missing data.
      if (!(error instanceof Withheld)) onError(one, error);
    }
  };
  for (const turn of plan)
    await Promise.all(turn.map((one) => limit(() => takeStep(one.id, () => tryOne(one)))));
  return left;
}
