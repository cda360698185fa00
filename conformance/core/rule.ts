import type { Contract, Level, OperationId } from '../../src/contract/contract.ts';
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
export type RuleDefinition = {
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

/** A rule about whatever operations have a clause of its name, as it is for one of them. */
type RuleOfEach = (operation: OperationId, contract: Contract) => RuleDefinition;

/** Rules generated from the contract. */
export type RuleGenerator = (contract: Contract) => readonly Rule[];

/** The rules of a subject, by their names. Adding one is adding a row. */
type RuleTable = Readonly<Record<string, RuleDefinition>>;

/** States the rules of a subject, and what they are about; its file exports them by default. */
export const rules = (topic: Topic, table: RuleTable): RuleTable =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, { topic, ...row }]));

/** The rules of every operation that has a clause of their name. */
export type RuleTableOfEach = Readonly<Record<string, RuleOfEach>>;

/** States rules of several operations, and what they are about; the file exports them by default. */
export const rulesOfEach = (topic: Topic, table: RuleTableOfEach): RuleTableOfEach =>
  Object.fromEntries(
    Object.entries(table).map(([name, make]) => [
      name,
      (operation, contract) => ({ topic, ...make(operation, contract) }),
    ]),
  );
