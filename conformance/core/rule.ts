import type { Clause, Constraint, Contract, Level } from '../../src/contract/contract.ts';
import type { Shows } from '../../src/contract/demands.ts';
import type { ClauseName } from '../../src/contract/kind-clauses.ts';
import {
  idsOf,
  type OperationId,
  type OperationKind,
  operationIn,
  operationKinds,
  type WithOperations,
} from '../../src/contract/operations.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { type Json, mapValues } from '../../src/json/json.ts';
import type { Claim } from './claim.ts';
import type { Target } from './target.ts';
import type { Topic } from './topic.ts';
import type { Result } from './verdict.ts';

/** Changes one constraint of the contract: to a value, or by a number; otherwise it removes it. */
export type Amendment = { readonly constraint: string; readonly value?: Json; readonly by?: number };

/** A fault that a rule must catch: in requests or responses, or of a server with an amended contract. */
export type RuleMutant = { readonly name: string } & (
  | { readonly wire: Mutant }
  | { readonly wireFor: (target: Target) => Mutant }
  | { readonly amend: Amendment }
);

type RuleDefinition = {
  readonly title: string;
  readonly shows?: Shows;
  /** By default that of its table. */
  readonly topic?: Topic;
  /** Whether responses that break it may lack what other rules check. */
  readonly isBasis?: true;
  /** The least level at which what breaks it shows that pages lose or repeat records. */
  readonly hidesRecords?: 'must' | 'should';
  /** Whether it reads a total or a list from all pages, so that pages which lose or repeat records break it. */
  readonly needsAllRecords?: true;
  /** The rule is broken if any of these is. */
  readonly claims: readonly Claim[];
  readonly mutants: readonly RuleMutant[];
};

/** A rule in the rule set. Its id is also that of its clause. */
export type Rule = RuleDefinition & {
  readonly id: string;
  readonly operation: OperationId;
  readonly house?: string;
};

type AboutRule = Pick<
  Result,
  'rule' | 'clause' | 'source' | 'operation' | 'level' | 'title' | 'topic' | 'isBasis'
>;

export const aboutRule = (
  { id, operation, title, house, topic, isBasis }: Rule,
  level: Level,
): AboutRule => ({
  rule: id,
  clause: id,
  source: house === undefined ? 'contract' : 'house',
  operation,
  level,
  title,
  ...(topic === undefined ? {} : { topic }),
  ...(isBasis ? { isBasis } : {}),
});

export const levelOf = ({ id }: Pick<Rule, 'id'>, { clauses }: Contract): Level =>
  clauses.get(id)?.level ?? 'must';

/** Mutants by name. Each changes requests and responses of the stub, knows the target too (`wireFor`), or changes the contract of the stub (`amend`). */
export type MutantTable = Readonly<
  Record<string, Mutant | { readonly wireFor: (target: Target) => Mutant } | { readonly amend: Amendment }>
>;

/** A table of mutants that one function makes from several faults. */
export const mutantsBy = <Fault>(
  edit: (fault: Fault) => MutantTable[string],
  faults: Readonly<Record<string, Fault>>,
): MutantTable => mapValues(faults, (fault) => edit(fault));

/** A rule of a table, without its id and operation. Mutants that are made of a contract may be made when they are needed. */
export type RuleRow = Omit<RuleDefinition, 'mutants'> & {
  readonly mutants: MutantTable | (() => MutantTable);
};

/** Where an operation has the id of a kind, this word means the kind. */
export type Scope = OperationId | OperationKind | 'all';

const isGeneral = (scope: Scope): boolean => ['all', ...operationKinds].includes(scope);

export const operationsInScope = (contract: WithOperations, scope: Scope): readonly OperationId[] =>
  idsOf(contract).filter((id) => {
    const { kind } = operationIn(contract, id);
    return scope === 'all' ? kind !== 'other' : scope === (isGeneral(scope) ? kind : id);
  });

/** Tables with a lower number take precedence: a rule of one operation replaces that of its kind. */
export const precedence = (scope: Scope): number => (scope === 'all' ? 2 : isGeneral(scope) ? 1 : 0);

export const rowsByClause = (
  constraints: readonly Constraint[],
  row: (constraints: readonly Constraint[]) => RuleRow,
  clauseOf = ({ clause }: Constraint): Clause | undefined => clause,
): Readonly<Record<string, () => RuleRow>> =>
  Object.fromEntries(
    [...Map.groupBy(constraints, (one) => clauseOf(one)?.id ?? '')].map(([id, own]) => [
      id.slice(id.indexOf('/') + 1),
      () => row(own),
    ]),
  );

export const mutantTable = (mutants: readonly RuleMutant[]): MutantTable =>
  Object.fromEntries(mutants.map(({ name, ...mutant }) => [name, 'wire' in mutant ? mutant.wire : mutant]));

type ForOperation<T> = T | ((operation: OperationId, contract: Contract) => T);

/** Rules of a kind, by the names of the clauses that the kind states or a contract may write. */
export type KindRows = Readonly<Partial<Record<ClauseName, ForOperation<RuleRow>>>>;

/**
 * A table of rules; each is a rule of the operations of the scope that have its clause. A row with names or values of
 * the contract in its texts is a function; in the texts of others, words such as `{limit}` are replaced.
 */
export type RulesOfScope = {
  readonly scope: Scope;
  readonly topic: Topic;
  readonly table: ForOperation<Readonly<Record<string, ForOperation<RuleRow>>>>;
};

/** States rules of a kind, or of all; their file exports them by default. A name that no clause has is an error of types. */
export const kindRules = (
  scope: OperationKind | 'all',
  topic: Topic,
  table: ForOperation<KindRows>,
): RulesOfScope => rules(scope, topic, table as RulesOfScope['table']);

/** States rules of a contract; their file exports them by default. */
export const rules = (scope: Scope, topic: Topic, table: RulesOfScope['table']): RulesOfScope => ({
  scope,
  topic,
  table,
});
