import type { Terms } from '../../../conformance/check.ts';
import { loadCatalogue } from '../../../conformance/runner/catalogue.ts';
import { select } from '../../../conformance/runner/select.ts';
import type { OpenTarget } from './opened-target.ts';

/** The terms of a check of only those rules, as far as the terms choose them; undefined if that leaves none. */
export async function termsOfRules(
  ids: readonly string[],
  { contract }: OpenTarget,
  terms: Terms,
): Promise<Terms | undefined> {
  const { rules, required } = select(await loadCatalogue(contract), terms);
  const only = ids.filter((id) => rules.has(id));
  return only.length === 0
    ? undefined
    : { ...terms, only, skip: [], require: only.filter((id) => required.has(id)) };
}
