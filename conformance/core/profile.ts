import type { ChoiceId } from '../../src/contract/choices.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import { descriptorOf, isStateful } from '../../src/contract/operations.ts';
import { at, isObject, type Json, type Path } from '../../src/json/json.ts';
import { type Remedy, tokenLine } from './remedies.ts';
import type { Shows } from './rule.ts';
import type { KnownGoodSubscription, Target } from './target.ts';

export type OperationProfile = {
  readonly id: OperationId;
  readonly writes: boolean;
  /** Whether a body contains a record: a status alone proves nothing. */
  readonly showsResource: (body: Json) => boolean;
  /** For `conforms`, at least one passed `must` shows one of each of these (READINGS 32). */
  readonly demands: readonly { readonly shows: readonly Shows[]; readonly words: string }[];
  /** The line of the target file that could turn a rejection of valid input into an acceptance. */
  readonly remedyFor: (status: number, target: Target) => Remedy | undefined;
  readonly creation?: CreationProfile;
};

export type CreationProfile = {
  readonly optionalFields: readonly string[];
  /** Optional fields of each request; one contains the nonce. */
  readonly alwaysSent: readonly string[];
  readonly triedBeside?: string;
  readonly freeText: string;
  readonly freeTextShownAt: Path;
  readonly knownGoodSets: (target: Target) => readonly KnownGoodSubscription[];
  /** Further fields that a server may reject, by choice. */
  readonly nonDefaultFields: (
    control: Json,
  ) => Readonly<Partial<Record<ChoiceId, readonly [field: string, value: Json]>>>;
};

export const content = {
  shows: ['content', 'filter', 'pagination', 'live', 'order'],
  words: 'checked a response body',
} as const;

export const required = {
  shows: ['required'],
  words: 'showed that a request without a required field is rejected',
} as const;

export const wrapsObject = (body: unknown): boolean => isObject(at(body, 'data'));

const wrapsList = (body: unknown): boolean => Array.isArray(at(body, 'data'));

export const wantsToken = (operation: OperationId, status: number, { tokens }: Target): boolean =>
  status === 401 || (status === 403 && tokens[operation] === undefined);

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
