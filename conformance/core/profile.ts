import type { OperationId } from '../../src/contract/contract.ts';
import type { Json } from '../../src/json/json.ts';
import type { Shows } from './rule.ts';
import type { Target } from './target.ts';

/** What the engine has to know of an operation; it knows none by name. */
export type OperationProfile = {
  readonly id: OperationId;
  /** Whether its requests leave records behind. */
  readonly writes: boolean;
  /** Whether the body of a reply shows a resource: a status alone says nothing of one. */
  readonly showsResource: (body: Json) => boolean;
  /** What `conforms` asks for: at least one passed `must` that shows one of these, for each (READINGS 32). */
  readonly demands: readonly { readonly shows: readonly Shows[]; readonly words: string }[];
  /** Which line of the target file could turn a refusal of valid input into an acceptance. */
  readonly remedyFor: (status: number, target: Target) => string | undefined;
};
