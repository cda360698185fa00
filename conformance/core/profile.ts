import type { ChoiceId } from '../../src/contract/choices.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, isStateful } from '../../src/contract/operations.ts';
import { at, isObject, type Json, type Path } from '../../src/json/json.ts';
import { type Remedy, tokenLine } from './remedies.ts';
import type { Shows } from './rule.ts';
import type { KnownGoodSubscription, Target } from './target.ts';

/** What the engine has to know of an operation; it knows none by name. */
export type OperationProfile = {
  readonly id: OperationId;
  /** Whether its requests, or those it needs, create records. */
  readonly writes: boolean;
  /** Whether the body of a response shows a resource: a status alone says nothing of one. */
  readonly showsResource: (body: Json) => boolean;
  /** What `conforms` asks for: at least one passed `must` that shows one of these, for each (READINGS 32). */
  readonly demands: readonly { readonly shows: readonly Shows[]; readonly words: string }[];
  /** Which line of the target file could turn a rejection of valid input into an acceptance. */
  readonly remedyFor: (status: number, target: Target) => Remedy | undefined;
  /** What its requests are made of, if it creates something. */
  readonly creation?: CreationProfile;
};

/** What the requests of an operation that creates something are made of. */
export type CreationProfile = {
  /** The optional fields that the specification states. */
  readonly optionalMembers: readonly string[];
  /** Optional fields of every request: the nonce is in one of them. */
  readonly alwaysSent: readonly string[];
  /** The optional field beside which faults are tried, too. */
  readonly triedBeside?: string;
  /** The field that a client may fill as it likes. */
  readonly freeText: string;
  /** Where the response shows that field. */
  readonly freeTextShownAt: Path;
  /** The sets of values that the operator names. */
  readonly knownGoodSets: (target: Target) => readonly KnownGoodSubscription[];
  /** Further fields that a server may reject, each with a value, by the choice that they are about. */
  readonly nonDefaultFields: (
    control: Json,
  ) => Readonly<Partial<Record<ChoiceId, readonly [member: string, value: Json]>>>;
};

/** The least that is asked of an operation: that the content of a response was read. */
export const content = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
} as const;

/** What is asked of an operation that creates: that it reads what is sent. */
export const required = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
} as const;

/** Whether a body wraps an object in `data`. */
export const wrapsObject = (body: unknown): boolean => isObject(at(body, 'data'));

/** Whether a body wraps a list in `data`. */
const wrapsList = (body: unknown): boolean => Array.isArray(at(body, 'data'));

/** Whether a status asks for credentials that were not sent. */
export const wantsToken = (operation: OperationId, status: number, { tokens }: Target): boolean =>
  status === 401 || (status === 403 && tokens[operation] === undefined);

/** The profile of an operation; what follows from its kind need not be given. */
export const profileOf = (id: OperationId, own: Partial<OperationProfile> = {}): OperationProfile => {
  const { kind } = descriptorOf(id);
  return {
    id,
    writes: kind === 'create' || isStateful(id),
    showsResource: kind === 'list' ? wrapsList : wrapsObject,
    demands: kind === 'create' ? [content, required] : [content],
    remedyFor: (status, target) => (wantsToken(id, status, target) ? tokenLine(id, target) : undefined),
    ...own,
  };
};
