import type { ChoiceId } from '../../src/contract/choices.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { ExperimentContext, Premises, Setting } from './context.ts';
import type { Answer, Answered, Listing } from './evidence.ts';
import type { Observed } from './observed.ts';

/** What was tried of a choice: what was returned to the edit, and to its control. */
export type ChoiceTrial = { readonly what: string; readonly answer: Answered; readonly control?: Answered };

/** What an observation reads: what a run, or a recording, saw of its operation. */
export type ChoiceEvidence = Pick<Setting, 'contract' | 'target'> &
  Premises & {
    readonly operation: OperationId;
    readonly listings: readonly Listing[];
    /** The first accepted creations. */
    readonly creations: readonly Answer[];
    /** The first of them that is meant; if there is none, a `Withheld` is thrown. */
    readonly created: (isMeant?: (answer: Answer) => boolean) => Answer;
    /** What was tried of its choice, or of another; what does not tell which option a server takes is withheld. */
    readonly trials: (choice?: ChoiceId) => readonly [ChoiceTrial, ...ChoiceTrial[]];
  };

/** What sends what an observation reads. */
export type ChoiceContext = ExperimentContext & {
  readonly operation: OperationId;
  readonly choice: ChoiceId;
};

/** How an observation finds out which option of a choice a server takes; it cannot fail. */
export type ObservationDefinition<Id extends ChoiceId = ChoiceId> = {
  readonly choice: Id;
  /** Sends what experiments do not send; it judges nothing. A recording is read without it. */
  readonly gather?: (context: ChoiceContext) => Promise<unknown>;
  readonly read: (seen: ChoiceEvidence) => Observed<Id>;
};

/**
 * An observation in the rule set: one for each operation that a choice is about. Its id is the operation and its
 * choice.
 */
export type Observation = ObservationDefinition & { readonly id: string; readonly operation: OperationId };

/**
 * States an observation of a choice. To add one, add it to the list that the file of its topic exports by default.
 * A function reads what experiments send anyway.
 */
export const observation = <Id extends ChoiceId>(
  choice: Id,
  how: Omit<ObservationDefinition<Id>, 'choice'> | ObservationDefinition<Id>['read'],
): ObservationDefinition<Id> => ({ choice, ...(typeof how === 'function' ? { read: how } : how) });

/** Observations of whatever operations their choices are about, as they are for one of them. */
export type ObservationsOfEach = (
  operation: OperationId,
  contract: Contract,
) => readonly ObservationDefinition[];

/** States observations of several operations. To add one, add it to a list that a file exports by default. */
export const observationsOfEach = (make: ObservationsOfEach): ObservationsOfEach => make;

/** What a choice is called among rules: on the command line, in waivers, in reports, and in what is tried of it. */
export const heldAs = (choice: string): string => `choice/${choice}`;
