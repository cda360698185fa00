import type { Judgement } from '../core/verdict.ts';
import { counts, type Headline, names, type Terms } from './headline.ts';

/** How a process may end. */
type Code = 0 | 1 | 2 | 3;

/** What house rules come to: how the process is to end, and what is said of them beside the verdict. */
export type HouseWord = { readonly code: Code; readonly remarks: readonly string[] };

/** Exit codes, the most urgent first. */
const urgency: readonly Code[] = [2, 1, 3, 0];

/** Of two exit codes the one that goes before. */
export const moreUrgent = (one: Code, other: Code): Code =>
  urgency.indexOf(one) < urgency.indexOf(other) ? one : other;

/** Draws the results of house rules together: they never turn the verdict on the interface. */
export function houseWord(
  results: readonly Judgement[],
  terms: Pick<Terms, 'strict' | 'required' | 'selected'>,
): HouseWord {
  if (results.length === 0) return { code: 0, remarks: [] };
  const groups = Map.groupBy(results, (result) => standing(result, codeOf(result, terms)));
  const parts = standingsOfHouse.flatMap((name) => {
    const ids = groups.get(name)?.map(({ rule }) => rule) ?? [];
    if (ids.length === 0) return [];
    return [`${ids.length} ${name}${pressing.includes(name) ? ` (${names(ids)})` : ''}`];
  });
  return {
    code: results.map((result) => codeOf(result, terms)).reduce(moreUrgent),
    remarks: [`house rules: ${parts.join(', ')}`],
  };
}

const pressing = ['at fault', 'broken', 'open'];
const standingsOfHouse = [...pressing, 'waived', 'broken as a warning', 'held', 'not judged'];

function standing({ verdict, waived }: Judgement, code: Code): string {
  if (code === 2) return 'at fault';
  if (code === 1) return 'broken';
  if (code === 3) return 'open';
  if (verdict === 'fail') return waived ? 'waived' : 'broken as a warning';
  return verdict === 'pass' ? 'held' : 'not judged';
}

/** One of them: broken, open although it should not be, or neither. */
function codeOf(result: Judgement, terms: Pick<Terms, 'strict' | 'required' | 'selected'>): Code {
  const { verdict, rule } = result;
  if (verdict === 'error') return 2;
  if (!counts(result, terms) || verdict === 'pass') return 0;
  if (verdict === 'fail') return 1;
  const isNamed = terms.selected ? terms.selected.named.has(rule) : false;
  return verdict === 'inconclusive' || isNamed || terms.required.has(rule) ? 3 : 0;
}

/** The word over a run of house rules only: nothing was asked of the interface. */
export function overHouseAlone(
  { code, remarks }: HouseWord,
  { partial, isRecorded, remarks: all = [] }: Terms,
): Headline {
  const others = all.filter((remark) => !remarks.includes(remark));
  return {
    verdict: code !== 0 || partial !== undefined ? 'undetermined' : isRecorded ? 'no violation' : 'passes',
    why: [
      ...(partial === undefined ? [] : [partial]),
      'only house rules were selected',
      ...remarks,
      ...others,
    ].join('; '),
  };
}
