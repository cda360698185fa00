import { type ChoiceId, choiceOf } from '../../src/contract/choices.ts';
import { type Contract, focusedOn, type OperationId } from '../../src/contract/contract.ts';
import { relations } from '../../src/contract/list.ts';
import { meanings } from '../../src/contract/list-filters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { printPlace } from '../../src/contract/places.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { onceFor } from '../../src/once.ts';
import { fillIn } from '../../src/words.ts';
import type { Experiment, ExperimentsOfScope } from '../core/context.ts';
import type { Observation, ObservationsOfScope } from '../core/observation.ts';
import { operationsOf, precedence, type Rule, type RulesOfScope, ruleOf, type Scope } from '../core/rule.ts';
import { operatorThat } from '../list/filters/filter.ts';
import { linkWords } from '../list/links/read-links.ts';
import type { DefinitionKind } from './defining-files.ts';
import { definitionsOf } from './definitions.ts';

export type RuleSet = {
  readonly rules: readonly Rule[];
  readonly observations: readonly Observation[];
  readonly experiments: readonly Experiment[];
};

/**
 * Loads the tables of all subjects. The id of a rule is its operation and name, and that of its clause; the id of an
 * observation is its operation and choice.
 */
export const loadRuleSet = onceFor(async (contract: Contract): Promise<RuleSet> => {
  const [tables, lists, experiments] = await Promise.all([
    definitionsFor(contract, 'rules') as Promise<readonly RulesOfScope[]>,
    definitionsFor(contract, 'observations') as Promise<readonly ObservationsOfScope[]>,
    definitionsFor(contract, 'experiments') as Promise<readonly ExperimentsOfScope[]>,
  ]);
  const nouns = (operation: OperationId): Word[] => Object.entries(operationIn(contract, operation).nouns);
  const rules = tables.flatMap(({ scope, topic, table }) =>
    operationsOf(contract, scope).flatMap((operation) =>
      Object.entries(typeof table === 'function' ? table(operation, focusedOn(contract, operation)) : table)
        .map(([name, row]) => ({ id: `${operation}/${name}`, row }))
        // An Overlay may remove clauses.
        .filter(({ id }) => contract.clauses.has(id))
        .map(({ id, row }) => ({
          topic,
          ...aboutOperation(
            contract,
            typeof row === 'function'
              ? named(ruleOf(row(operation, focusedOn(contract, operation)), id, operation), nouns(operation))
              : named(ruleOf(row, id, operation), [...nouns(operation), ...wordsOf(contract, operation)]),
          ),
          scope,
        })),
    ),
  );
  const observations = lists.flatMap(({ scope, list }) =>
    operationsOf(contract, scope).flatMap((operation) =>
      (typeof list === 'function' ? list(operation, focusedOn(contract, operation)) : list)
        .map((one) => ({ ...one, id: `${operation}/${one.choice}`, operation, scope }))
        .filter(({ choice }) => precedence(contract, scope) === 0 || isAbout(choice, operation)),
    ),
  );
  return {
    rules: unique(mostSpecific(contract, rules)),
    observations: unique(mostSpecific(contract, observations)),
    experiments: unique(
      mostSpecific<Experiment & { readonly scope: Scope }>(
        contract,
        experiments.flatMap(({ scope, table }) =>
          operationsOf(contract, scope).flatMap((operation) =>
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
});

async function definitionsFor(contract: Contract, kind: DefinitionKind): Promise<readonly unknown[]> {
  const { own, rules } = contract;
  const ofKinds = await definitionsOf(kind, 'kinds');
  if (!own) return [...ofKinds, ...(await definitionsOf(kind, 'shipped contract'))];
  if (rules === undefined) return ofKinds;
  // Imported only if needed, since few contracts have rules of their own.
  const { definitionsIn } = await import('./rules-of-folder.ts');
  return [...ofKinds, ...(await definitionsIn(rules, kind, contract))];
}

/** Mutants see the contract from the operation of their rule. */
const aboutOperation = (contract: Contract, rule: Rule): Rule => ({
  ...rule,
  mutants: rule.mutants.map((mutant) => {
    const view = focusedOn(contract, rule.operation);
    const wired =
      (wire: Mutant): Mutant =>
      (next, served) =>
        wire(next, served === contract ? view : focusedOn(served, rule.operation));
    if ('wire' in mutant) return { ...mutant, wire: wired(mutant.wire) };
    return 'wireFor' in mutant ? { ...mutant, wireFor: (target) => wired(mutant.wireFor(target)) } : mutant;
  }),
});

/** Keeps the definition of the narrowest scope for each id. */
function mostSpecific<T extends { readonly id: string; readonly scope: Scope }>(
  contract: Contract,
  all: readonly T[],
): Omit<T, 'scope'>[] {
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((same) => {
    const least = Math.min(...same.map(({ scope }) => precedence(contract, scope)));
    return same.flatMap(({ scope, ...one }) => (precedence(contract, scope) === least ? [one] : []));
  });
}

type Word = readonly [name: string, words: string];

/** The words for `{limit}`, `{eq}` and similar in the texts of a row: names of the contract. */
function wordsOf(contract: Contract, operation: OperationId): Word[] {
  const { list } = operationIn(contract, operation);
  if (!list) return [['operation', operation]];
  return [
    ['operation', operation],
    ...Object.entries(list.names),
    ...[
      ['total', list.total?.at] as const,
      ['hasMore', list.hasMore] as const,
      ['totalPages', list.totalPages] as const,
    ].map(([name, place]): Word => [name, place ? printPlace(place) : name]),
    ...relations.map((name) => [`${name}Link`, linkWords(list, name)] as const),
    ...meanings.map((means): Word => [means, operatorThat(list, means) ?? means]),
  ];
}

/**
 * Replaces words in the texts of a row. One that is a function contains names and values of the contract already, which
 * are not read as such words, and only nouns are replaced.
 */
function named({ title, mutants, ...others }: Rule, all: readonly Word[]): Rule {
  const words = new Map(all);
  const fill = (text: string): string => fillIn(text, (name) => words.get(name));
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

/** Two with the same id are a mistake of ours. */
function unique<T extends { readonly id: string }>(list: readonly T[]): T[] {
  const sorted = list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const twice = sorted.find(({ id }, index) => sorted[index + 1]?.id === id);
  if (twice) throw new Error(`two are called ${twice.id}; give one of them another name`);
  return sorted;
}
