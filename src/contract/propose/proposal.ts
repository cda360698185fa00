import { isObject, type Json, type JsonObject, type Path, withAt } from '../../json/json.ts';

/**
 * `stated`: the document says it in other words. `seen`: the server does it. `likely`: names and types agree. `possible`:
 * only names do, or the server does otherwise.
 */
type Sureness = 'stated' | 'seen' | 'likely' | 'possible';

/** One keyword of an `x-list`, and what it is proposed from. */
export type Proposal = {
  /** Where it belongs in `x-list`. */
  readonly keyword: Path;
  readonly value: Json;
  readonly why: string;
  readonly sure: Sureness;
};

/** What could not be worked out, and where in `x-list` the answer belongs. */
export type Question = { readonly keyword: Path; readonly asks: string };

/** What is proposed of one listing. */
export type ListProposal = {
  readonly proposals: readonly Proposal[];
  readonly questions: readonly Question[];
};

/** The `x-list` of what is stated or likely; what is only possible is left to a person. */
export const listOf = (proposals: readonly Proposal[]): JsonObject =>
  proposals
    .filter(({ sure }) => sure !== 'possible')
    .reduce<JsonObject>((list, { keyword, value }) => {
      const changed = withAt(list, keyword, value);
      return isObject(changed) ? changed : list;
    }, {});
