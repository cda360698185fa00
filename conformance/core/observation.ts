import { choiceOf, type OptionOf, optionNamed } from '../../src/contract/choices.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Nouns } from '../../src/contract/nouns.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { ContractAndTarget, ExperimentContext, Premises } from './context.ts';
import type { Listing, ReadExchange } from './evidence.ts';
import type { CompletedExchange } from './exchange.ts';
import type { Scope } from './rule.ts';
import { isAccepted, isRejected, outcomeOf } from './status.ts';

export type ChoiceTrial = {
  readonly what: string;
  readonly exchange: CompletedExchange;
  readonly control?: CompletedExchange;
};

/** What an observation reads: the exchanges of its operation, the listings, and what it tried. Its premises throw a `Withheld`. */
export type ChoiceEvidence = ContractAndTarget &
  Premises & {
    readonly operation: OperationId;
    /** What the records of the operation are called in sentences. */
    readonly nouns: Nouns;
    readonly listings: readonly Listing[];
    /** The same with further parameters, such as those of a sort. */
    readonly furtherListings: readonly Listing[];
    readonly creations: readonly ReadExchange[];
    /** The first creation that matches; throws a `Withheld` if there is none. */
    readonly created: (isMeant?: (exchange: ReadExchange) => boolean) => ReadExchange;
    /**
     * The edits that tried its choice, or another; throws a `Withheld` if they do not tell which option a server
     * takes.
     */
    readonly trials: (choice?: string) => readonly [ChoiceTrial, ...ChoiceTrial[]];
  };

/** What an observation tried. Throws a `Withheld` if it did not. */
export function tried(seen: ChoiceEvidence, what?: string): ChoiceTrial {
  const [first, ...others] = seen.trials();
  const found = what === undefined ? first : [first, ...others].find((one) => one.what === what);
  return seen.orUntested(found, 'it was not tried');
}

/** What an observation gets to send requests with: the context of an experiment, and the operation and choice that it is about. */
export type ChoiceContext = ExperimentContext & {
  readonly operation: OperationId;
  readonly choice: string;
};

type ObservationDefinition<Id extends string = string> = {
  readonly choice: Id;
  /** Sends further requests; a recording is read without it. */
  readonly gather?: (context: ChoiceContext) => Promise<unknown>;
  readonly read: (seen: ChoiceEvidence) => Observed<Id>;
};

export type Observation = ObservationDefinition & { readonly id: string; readonly operation: OperationId };

/** States an observation of a choice. A function reads what experiments send anyway. */
export const observation = <Id extends string>(
  choice: Id,
  how: Omit<ObservationDefinition<Id>, 'choice'> | ObservationDefinition<Id>['read'],
): ObservationDefinition<Id> => ({ choice, ...(typeof how === 'function' ? { read: how } : how) });

type ObservationList =
  | readonly ObservationDefinition[]
  | ((operation: OperationId, contract: Contract) => readonly ObservationDefinition[]);

export type ObservationsOfScope = { readonly scope: Scope; readonly list: ObservationList };

/** States the observations of an operation or a kind; their file exports them by default. */
export const observations = (scope: Scope, list: ObservationList): ObservationsOfScope => ({ scope, list });

/** The id of a choice among rules: on the command line, in waivers and in reports. */
export const choiceRuleId = (choice: string): string => `choice/${choice}`;

export type Other = `other: ${string}`;

/** The result of an observation: an option of its choice, or something else. */
export type Observed<Id extends string> = `${OptionOf<Id>}` | Other;

/** The result of an observation that is none of the options. */
export const other = (saw: string): Other => `other: ${saw}`;

export const isOther = (option: string): option is Other => option.startsWith('other: ');

/** The option of a choice that a value names; `other: …` if there is none. */
export function namedOption<Id extends string>(
  { contract }: Pick<ChoiceEvidence, 'contract'>,
  id: Id,
  value: string | number,
): Observed<Id> {
  const known = optionNamed(choiceOf(contract, id), value);
  return known === undefined ? other(String(value)) : (String(known) as Observed<Id>);
}

/** The word of a choice for an accepted or a rejected request. */
export function outcomeAs<Accepted extends string, Rejected extends string>(
  exchange: CompletedExchange,
  accepted: Accepted,
  rejected: Rejected,
): Accepted | Rejected | Other {
  if (isAccepted(exchange)) return accepted;
  return isRejected(exchange) ? rejected : other(outcomeOf(exchange));
}

/** One result from several: theirs if they agree, otherwise each with its operation. */
export function agreed<Option extends string>(
  options: readonly (readonly [of: string, option: Option])[],
): Option | Other {
  const [first] = options;
  if (first && options.every(([, option]) => option === first[1])) return first[1];
  return other(options.map(([of, option]) => `${option.replace(/^other: /, '')} for ${of}`).join(', '));
}
