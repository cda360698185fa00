import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Mutant } from '../../src/wire/exchange.ts';
import type { Json } from '../../src/wire/json.ts';
import type { Look, Probe } from './probe.ts';
import type { Target } from './target.ts';

/** A change of one constraint of the contract, by its id; `value` absent: it is dropped. */
export type Amendment = { readonly constraint: string; readonly value?: Json };

/**
 * A fault a rule must catch: one put on the wire (made from what the operator knows, where only he knows it),
 * or the server run on an amended contract.
 */
export type Breach = { readonly name: string } & (
  | { readonly wire: Mutant }
  | { readonly wireFor: (target: Target) => Mutant }
  | { readonly amend: Amendment }
);

/** What a pass is evidence of, where the headline asks for it (status and refusals alone are none). */
export type Evidence = 'content' | 'filter' | 'pagination' | 'live' | 'order';

/** A rule as it is written in its file; its id is the path of that file, or generated. */
export type RuleDefinition = {
  /** The clause it holds. */
  readonly clause: string;
  /** What must be so, in a line. */
  readonly title: string;
  /** Rules without which this one cannot be judged: if one of them fails, this is inconclusive because of it. */
  readonly needs?: readonly string[];
  readonly evidence?: Evidence;
  readonly check: (probe: Probe) => Promise<void>;
  /** Faults it must catch; the proof runs it against each. */
  readonly mutants: readonly Breach[];
};

/** A rule in the catalogue. */
export type Rule = RuleDefinition & { readonly id: string; readonly operation: OperationId };

/** Rules generated from the contract. */
export type Family = (contract: Contract) => readonly Rule[];

/** A look at something the document leaves open; it cannot fail. */
export type ObservationDefinition = {
  readonly clause: string;
  /** The question it answers. */
  readonly asks: string;
  readonly look: (look: Look) => Promise<string>;
};

/** An observation in the catalogue. */
export type Observation = ObservationDefinition & { readonly id: string; readonly operation: OperationId };

/** States a rule. Adding one is adding a file that exports this by default. */
export const rule = (definition: RuleDefinition): RuleDefinition => definition;

/** States an observation. */
export const observation = (definition: ObservationDefinition): ObservationDefinition => definition;
