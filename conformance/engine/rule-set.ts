import { basename } from 'node:path';
import { type ChoiceId, choiceOf } from '../../src/contract/choices.ts';
import { type Contract, type OperationId, operationIds } from '../../src/contract/contract.ts';
import { listOf } from '../../src/contract/list.ts';
import { onceFor } from '../../src/once.ts';
import type { Experiment, ExperimentDefinition } from '../core/context.ts';
import type { Observation, ObservationDefinition, ObservationsOfEach } from '../core/observation.ts';
import { printPath } from '../core/print.ts';
import type { Rule, RuleDefinition, RuleGenerator, RuleTableOfEach } from '../core/rule.ts';
import { operatorThat } from '../list/filters/filter.ts';
import { type DefinitionKind, definitionsIn } from './definitions.ts';

/** Every rule, observation and experiment, each in a stable order. */
export type RuleSet = {
  readonly rules: readonly Rule[];
  readonly observations: readonly Observation[];
  readonly experiments: readonly Experiment[];
};

/**
 * Finds what the subjects define: in the folder of each operation its tables of rules and of experiments, and its
 * lists of observations; in `creations/` the observations of whatever operations their choices are about, unless these have
 * their own; in `every-operation/` the sets that make rules from the contract, and the table of the rules of every operation
 * that has a clause of that name and no rule of its own. The id of a rule is the operation and its name, and the id of the
 * clause it is about; that of an observation is the operation and its choice.
 */
export const loadRuleSet = onceFor(async (contract: Contract): Promise<RuleSet> => {
  const [files, sets, shared, looks, sharedLooks, experiments] = await Promise.all([
    Promise.all(operationIds.map((operation) => tablesOf<RuleDefinition>('rules', operation))),
    definitionsIn('every-operation', 'from-contract'),
    definitionsIn('every-operation', 'rules'),
    Promise.all(
      operationIds.map((operation) => modules<readonly ObservationDefinition[]>('observations', operation)),
    ),
    definitionsIn('creations', 'observations'),
    Promise.all(operationIds.map((operation) => tablesOf<ExperimentDefinition>('experiments', operation))),
  ]);
  // What an Overlay removes has neither clause nor rule.
  const written = files.flat().filter(({ id }) => contract.clauses.has(id));
  const own = new Set(written.map(({ id }) => id));
  const rules = [
    ...written,
    ...shared
      .flatMap(({ value }) => Object.entries(value as RuleTableOfEach))
      .flatMap(([name, make]) =>
        operationIds
          .map((operation) => ({ id: `${operation}/${name}`, operation }))
          .filter(({ id }) => contract.clauses.has(id) && !own.has(id))
          .map((of) => ({ ...of, value: make(of.operation, contract) })),
      ),
    ...sets.flatMap(({ value }) => (value as RuleGenerator)(contract).map((one) => ({ ...one, value: one }))),
  ];
  const looked = looks
    .flat()
    .flatMap(({ operation, value }) =>
      value.map((one) => ({ ...one, id: `${operation}/${one.choice}`, operation })),
    );
  const ownLooks = new Set(looked.map(({ id }) => id));
  const observations = [
    ...looked,
    ...sharedLooks.flatMap(({ value }) =>
      operationIds.flatMap((operation) =>
        (value as ObservationsOfEach)(operation, contract)
          .map((one) => ({ ...one, id: `${operation}/${one.choice}`, operation }))
          .filter(({ id, choice }) => isAbout(choice, operation) && !ownLooks.has(id)),
      ),
    ),
  ];
  return {
    rules: unique(rules.map(({ id, operation, value }) => ({ ...named(contract, value), id, operation }))),
    observations: unique(observations),
    experiments: unique(experiments.flat().map(({ id, operation, value }) => ({ ...value, id, operation }))),
  };
});

/** A rule with the names of the contract where its texts say `{limit}` or `{equals}`. */
function named(contract: Contract, { title, mutants, ...others }: RuleDefinition): RuleDefinition {
  const list = listOf(contract);
  const words: Readonly<Record<string, string>> = {
    ...list.names,
    total: printPath(list.total),
    equals: operatorThat(list, 'equals')?.name ?? 'equals',
    among: operatorThat(list, 'among')?.name ?? 'among',
  };
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (known, name: string) => words[name] ?? known);
  return {
    ...others,
    title: fill(title),
    mutants: mutants.map((mutant) => ({
      ...mutant,
      name: fill(mutant.name),
      ...('amend' in mutant ? { amend: { ...mutant.amend, constraint: fill(mutant.amend.constraint) } } : {}),
    })),
  };
}

const isAbout = (choice: ChoiceId, operation: OperationId): boolean =>
  choiceOf(choice).clauses.some((id) => id.startsWith(`${operation}/`));

/** The rows of the tables of an operation. */
async function tablesOf<T>(kind: 'rules' | 'experiments', operation: OperationId): Promise<Found<T>[]> {
  const files = await definitionsIn(operation, kind);
  return files.flatMap(({ value }) =>
    Object.entries(value as Readonly<Record<string, T>>).map(([name, row]) => ({
      id: `${operation}/${name}`,
      operation,
      value: row,
    })),
  );
}

type Found<T> = { readonly id: string; readonly operation: OperationId; readonly value: T };

async function modules<T>(kind: DefinitionKind, operation: OperationId): Promise<Found<T>[]> {
  const files = await definitionsIn(operation, kind);
  return files.map(({ path, value }) => ({
    id: `${operation}/${nameOf(path)}`,
    operation,
    value: value as T,
  }));
}

const nameOf = (path: string): string => basename(path).replace(/\.[jt]s$/, '');

/** Sorted by id; two of one id are a mistake of ours. */
function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  const sorted = list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const twice = sorted.find(({ id }, index) => sorted[index + 1]?.id === id);
  if (twice) throw new Error(`two are called ${twice.id}; give one of them another name`);
  return sorted;
}
