import { at, isAtOrIn, isObject, type Json, type JsonObject, type Path, withAt } from '../../json/json.ts';

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

/** What names and types suggest. */
export const suggested = (keyword: Path, value: Json, why: string, sure: Sureness = 'likely'): Proposal => ({
  keyword,
  value,
  why,
  sure,
});

/** What could not be worked out, and where in `x-list` the answer belongs. */
export type Question = { readonly keyword: Path; readonly asks: string };

/** What is proposed of one listing. */
export type ListProposal = {
  readonly proposals: readonly Proposal[];
  readonly questions: readonly Question[];
  /** The parameters that no filter was worked out of, and of which none is asked for. */
  readonly unasked: readonly string[];
};

/** The `x-list` of what is stated or likely; what is only possible is left to a person. */
export const listOfProposals = (proposals: readonly Proposal[]): JsonObject =>
  usable(proposals)
    .filter(({ sure }) => sure !== 'possible')
    .reduce<JsonObject>((list, { keyword, value }) => {
      const changed = withAt(list, keyword, value);
      return isObject(changed) ? changed : list;
    }, {});

/** Proposals without what would be of no use: operators of attributes that are only possible, filters and sorts without attributes. */
export function usable(proposals: readonly Proposal[]): Proposal[] {
  const isIn = ({ keyword }: Proposal, ...part: readonly string[]): boolean => isAtOrIn(keyword, part);
  const certain = (...part: readonly string[]): string[] =>
    proposals
      .filter((one) => one.sure !== 'possible' && isIn(one, ...part))
      .map(({ keyword }) => String(keyword[2]));
  const queryables = certain('filter', 'queryables');
  const narrowed = proposals.map((one): Proposal => {
    const on = at(one.value, 'on');
    if (one.sure === 'possible' || !isIn(one, 'filter', 'operators') || !Array.isArray(on)) return one;
    const left = on.filter((attribute) => queryables.includes(String(attribute)));
    return left.length === 0
      ? { ...one, sure: 'possible' }
      : { ...one, value: { ...(one.value as JsonObject), on: left } };
  });
  const operators = narrowed.filter((one) => one.sure !== 'possible' && isIn(one, 'filter', 'operators'));
  const compared = new Set(
    operators.flatMap(({ value }) => (Array.isArray(value) ? queryables : at(value, 'on'))),
  );
  const isUseless = (one: Proposal): boolean =>
    (isIn(one, 'filter') && compared.size === 0) ||
    (isIn(one, 'filter', 'queryables') && !compared.has(String(one.keyword[2]))) ||
    (isIn(one, 'sort') && certain('sort', 'sortables').length === 0);
  return narrowed.map((one) => (isUseless(one) ? { ...one, sure: 'possible' } : one));
}
