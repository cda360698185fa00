import type { Constraint, Contract, Level, OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, type OperationKind, operationIds } from '../../src/contract/operations.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { Claim } from './claim.ts';
import type { Topic } from './ladder.ts';
import type { Target } from './target.ts';
import type { About } from './verdict.ts';

/** A change of one constraint of the contract, by its id: to a value, or a number by so much; else it is dropped. */
export type Amendment = { readonly constraint: string; readonly value?: Json; readonly by?: number };

/**
 * A fault a rule must catch: one put on the wire (made from what the operator knows, where only the operator
 * knows it), or the server run on an amended contract.
 */
export type RuleMutant = { readonly name: string } & (
  | { readonly wire: Mutant }
  | { readonly wireFor: (target: Target) => Mutant }
  | { readonly amend: Amendment }
);

/** What a pass shows, where the headline asks for it; a status alone shows none of these. */
export type Shows = 'content' | 'required' | 'authorization' | 'filter' | 'pagination' | 'live' | 'order';

/** A rule as it is written in the table of its subject. */
type RuleDefinition = {
  /** What must be so, in a line. */
  readonly title: string;
  readonly shows?: Shows;
  /** What it is about, by default as its table. */
  readonly topic?: Topic;
  /** Whether responses that break it may lack what other rules check. */
  readonly isBasis?: true;
  /** Any of these broken breaks the rule. */
  readonly claims: readonly Claim[];
  /** Faults it must catch; the proof runs it against each. */
  readonly mutants: readonly RuleMutant[];
};

/** A rule in the rule set. Its id is the operation and its name, and the id of the clause it holds. */
export type Rule = RuleDefinition & {
  readonly id: string;
  readonly operation: OperationId;
  /** The file of a house rule: one of a team's own, which says nothing of the interface. */
  readonly house?: string;
};

/** What the results of a rule are about. */
export const aboutRule = ({ id, operation, title, house, topic, isBasis }: Rule, level: Level): About => ({
  rule: id,
  clause: id,
  source: house === undefined ? 'contract' : 'house',
  operation,
  level,
  title,
  ...(topic === undefined ? {} : { topic }),
  ...(isBasis ? { isBasis } : {}),
});

/** How binding a rule is. */
export const levelOf = ({ id }: Pick<Rule, 'id'>, { clauses }: Contract): Level =>
  clauses.get(id)?.level ?? 'must';

/** A claim that depends on its rule: it is told the id, which is that of the clause, and the operation. */
export type ClaimOfRule = (id: string, operation: OperationId) => Claim;

/** Faults that a rule must catch, by what they are called: what changes requests or responses, or one of the other forms. */
export type MutantTable = Readonly<
  Record<string, Mutant | { readonly wireFor: (target: Target) => Mutant } | { readonly amend: Amendment }>
>;

/** A mutant of each fault in a table, made by the same edit. */
export const mutantsBy = <Fault>(
  edit: (fault: Fault) => MutantTable[string],
  faults: Readonly<Record<string, Fault>>,
): MutantTable => Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, edit(fault)]));

/** A row of a table: a rule, some of whose claims may depend on its id. */
type RuleRow = Omit<RuleDefinition, 'claims' | 'mutants'> & {
  readonly claims: readonly (Claim | ClaimOfRule)[];
  readonly mutants: MutantTable;
};

/** The rule that a row makes for an operation. */
export const ruleOf = ({ claims, mutants, ...row }: RuleRow, id: string, operation: OperationId): Rule => ({
  ...row,
  id,
  operation,
  claims: claims.map((claim) => (typeof claim === 'function' ? claim(id, operation) : claim)),
  mutants: Object.entries(mutants).map(([name, mutant]) =>
    typeof mutant === 'function' ? { name, wire: mutant } : { name, ...mutant },
  ),
});

/** The operations that a table is for: one, all of a kind, or all. */
export type Scope = OperationId | OperationKind | 'all';

/** Returns the operations of a scope. */
export const operationsOf = (scope: Scope): readonly OperationId[] =>
  operationIds.filter((id) => scope === 'all' || scope === id || scope === descriptorOf(id).kind);

/** From the scope whose tables take precedence to the one that gives way: a rule of one operation replaces one of its kind. */
export const precedence = (scope: Scope): number =>
  scope === 'all' ? 2 : operationIds.some((id) => id === scope) ? 0 : 1;

/** A row for each clause that some constraints of an operation have. */
export const rowsByClause = (
  constraints: readonly Constraint[],
  row: (constraints: readonly Constraint[]) => RuleRow,
): Readonly<Record<string, RuleRow>> =>
  Object.fromEntries(
    [...Map.groupBy(constraints, ({ clause }) => clause.id)].map(([id, own]) => [
      id.slice(id.indexOf('/') + 1),
      row(own),
    ]),
  );

/** Faults in a list as a table. */
export const mutantTable = (mutants: readonly RuleMutant[]): MutantTable =>
  Object.fromEntries(mutants.map(({ name, ...mutant }) => [name, 'wire' in mutant ? mutant.wire : mutant]));

/** A table or a row, as it is or as it is for an operation. */
type ForOperation<T> = T | ((operation: OperationId, contract: Contract) => T);

/** A table of rules; each is a rule of whatever operations of the scope have a clause of its name. */
export type RulesOfScope = {
  readonly scope: Scope;
  /** What its rules are about, unless a row says otherwise. */
  readonly topic: Topic;
  readonly table: ForOperation<Readonly<Record<string, ForOperation<RuleRow>>>>;
};

/** States the rules of a subject, and what they are about; its file exports them by default. */
export const rules = (scope: Scope, topic: Topic, table: RulesOfScope['table']): RulesOfScope => ({
  scope,
  topic,
  table,
});
