import { choicesOf } from '../../src/contract/choices.ts';
import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { lazy, onceFor } from '../../src/once.ts';
import { fillIn } from '../../src/words.ts';
import type { Experiment, ExperimentsOfScope } from '../core/context.ts';
import { type Kind, kindOf, type Word } from '../core/kind.ts';
import type { Observation, ObservationsOfScope } from '../core/observation.ts';
import {
  operationsInScope,
  precedence,
  type Rule,
  type RuleMutant,
  type RuleRow,
  type RulesOfScope,
  type Scope,
} from '../core/rule.ts';
import { type DefinitionKind, definitionsIn } from './rules-of-folder.ts';

export type RuleSet = {
  readonly kinds: readonly Kind[];
  readonly rules: readonly Rule[];
  readonly observations: readonly Observation[];
  readonly experiments: readonly Experiment[];
};

/**
 * Makes a rule set of what kinds and a contract define. The id of a rule is its operation and name, and that of its
 * clause; the id of an observation is its operation and choice.
 */
export async function ruleSetOf(contract: Contract, kinds: readonly Kind[]): Promise<RuleSet> {
  const [tables, lists, experiments] = await Promise.all([
    definitionsFor(contract, 'rules', kinds) as Promise<readonly RulesOfScope[]>,
    definitionsFor(contract, 'observations', kinds) as Promise<readonly ObservationsOfScope[]>,
    definitionsFor(contract, 'experiments', kinds) as Promise<readonly ExperimentsOfScope[]>,
  ]);
  const wordsOf = (operation: OperationId): Word[] => [
    ['operation', operation],
    ...(kindOf(kinds, contract, operation)?.words?.(operationIn(contract, operation)) ?? []),
  ];
  const nouns = (operation: OperationId): Word[] => Object.entries(operationIn(contract, operation).nouns);
  const rules = tables.flatMap(({ scope, topic, table }) =>
    operationsInScope(contract, scope).flatMap((operation) =>
      Object.entries(typeof table === 'function' ? table(operation, focusedOn(contract, operation)) : table)
        .map(([name, row]) => ({ id: `${operation}/${name}`, scope, topic, operation, row }))
        // An Overlay may remove clauses, or leave them to the server.
        .filter(({ id }) => (contract.clauses.get(id)?.level ?? 'unspecified') !== 'unspecified'),
    ),
  );
  /** A row that is a function contains names and values of the contract already, and only nouns are replaced in its texts. */
  const made = ({ row, ...about }: Omit<(typeof rules)[number], 'scope'>): Rule => {
    const view = focusedOn(contract, about.operation);
    return typeof row === 'function'
      ? ruleOf(row(about.operation, view), about, nouns(about.operation))
      : ruleOf(row, about, [...nouns(about.operation), ...wordsOf(about.operation)]);
  };
  const observations = lists.flatMap(({ scope, list }) =>
    operationsInScope(contract, scope).flatMap((operation) =>
      (typeof list === 'function' ? list(operation, focusedOn(contract, operation)) : list)
        .map((one) => ({ ...one, id: `${operation}/${one.choice}`, operation, scope }))
        .filter(
          ({ choice }) =>
            precedence(scope) === 0 ||
            idSet(choicesOf(contract).get(choice)?.operations ?? []).has(operation),
        ),
    ),
  );
  return {
    kinds,
    rules: unique(mostSpecific(rules)).map(made),
    observations: unique(mostSpecific(observations)),
    experiments: unique(
      mostSpecific<Experiment & { readonly scope: Scope }>(
        experiments.flatMap(({ scope, table }) =>
          operationsInScope(contract, scope).flatMap((operation) =>
            Object.entries(table).map(([name, row]) => ({
              ...(typeof row === 'function' ? row(operation, focusedOn(contract, operation)) : row),
              id: `${operation}/${name}`,
              operation,
              scope,
            })),
          ),
        ),
      ) as Experiment[],
    ),
  };
}

/** A contract may have thousands of operations, and a choice each of them. */
const idSet = onceFor((operations: readonly OperationId[]) => new Set(operations));

async function definitionsFor(
  contract: Contract,
  kind: DefinitionKind,
  kinds: readonly Kind[],
): Promise<readonly unknown[]> {
  const { rules } = contract;
  const ofKinds = kinds.flatMap((one): readonly unknown[] => one[kind] ?? []);
  if (rules === undefined) return ofKinds;
  return [...ofKinds, ...(await definitionsIn(rules, kind, contract))];
}

/**
 * The rule of a row, with words replaced in its texts. Its mutants are made when they are first asked for, since most runs need
 * none; they see the contract from the operation of the rule.
 */
function ruleOf(
  { mutants, title, ...row }: RuleRow,
  about: Pick<Rule, 'id' | 'operation' | 'topic'>,
  words: readonly Word[],
): Rule {
  const wordFor = new Map(words);
  const fill = (text: string): string => fillIn(text, (name) => wordFor.get(name));
  const wired =
    (wire: Mutant): Mutant =>
    (next, served) =>
      wire(next, focusedOn(served, about.operation));
  const named = lazy(() =>
    Object.entries(typeof mutants === 'function' ? mutants() : mutants).map(([text, mutant]): RuleMutant => {
      const name = fill(text);
      if (typeof mutant === 'function') return { name, wire: wired(mutant) };
      if ('wireFor' in mutant) return { name, wireFor: (target) => wired(mutant.wireFor(target)) };
      return { name, amend: { ...mutant.amend, constraint: fill(mutant.amend.constraint) } };
    }),
  );
  return {
    ...about,
    ...row,
    title: fill(title),
    get mutants() {
      return named();
    },
  };
}

/** Keeps the definition of the narrowest scope for each id. */
function mostSpecific<T extends { readonly id: string; readonly scope: Scope }>(
  all: readonly T[],
): Omit<T, 'scope'>[] {
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((same) => {
    const least = Math.min(...same.map(({ scope }) => precedence(scope)));
    return same.flatMap(({ scope, ...one }) => (precedence(scope) === least ? [one] : []));
  });
}

/** Two with the same id are a mistake of ours. */
function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  const sorted = list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const twice = sorted.find(({ id }, index) => sorted[index + 1]?.id === id);
  if (twice) throw new Error(`two are called ${twice.id}; give one of them another name`);
  return sorted;
}
