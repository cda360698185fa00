import type { Judgement } from '../core/verdict.ts';
import { counts, firstOf, type Headline, type HeadlineTerms } from './headline.ts';

/** How a process may end. */
type Code = 0 | 1 | 2 | 3;

/** What house rules, or pinned choices, come to: how the process is to end, and what is said of them beside the verdict. */
type ApartWord = { readonly code: Code; readonly remarks: readonly string[] };

/** Exit codes, the most urgent first. */
const urgency: readonly Code[] = [2, 1, 3, 0];

/** Of two exit codes the one that goes before. */
export const moreUrgent = (one: Code, other: Code): Code =>
  urgency.indexOf(one) < urgency.indexOf(other) ? one : other;

/** Draws the results of house rules, or of pinned choices, together: they never turn the verdict on the interface. */
export function apartWord(
  title: string,
  results: readonly Judgement[],
  terms: Pick<HeadlineTerms, 'strict' | 'required' | 'selected'>,
): ApartWord {
  if (results.length === 0) return { code: 0, remarks: [] };
  const groups = Map.groupBy(results, (result) => standing(result, codeOf(result, terms)));
  const parts = standings.flatMap((name) => {
    const ids = groups.get(name)?.map(({ rule }) => rule.replace(/^choice\//, '')) ?? [];
    if (ids.length === 0) return [];
    return [`${ids.length} ${name}${pressing.includes(name) ? ` (${firstOf(ids)})` : ''}`];
  });
  return {
    code: results.map((result) => codeOf(result, terms)).reduce(moreUrgent),
    remarks: [`${title}: ${parts.join(', ')}`],
  };
}

const pressing = ['at fault', 'broken', 'open'];
const standings = [...pressing, 'waived', 'broken as a warning', 'passed', 'untested'];

function standing({ verdict, waived }: Judgement, code: Code): string {
  if (code === 2) return 'at fault';
  if (code === 1) return 'broken';
  if (code === 3) return 'open';
  if (verdict === 'fail') return waived ? 'waived' : 'broken as a warning';
  return verdict === 'pass' ? 'passed' : 'untested';
}

/** One of them: broken, open although it should not be, or neither. */
function codeOf(result: Judgement, terms: Pick<HeadlineTerms, 'strict' | 'required' | 'selected'>): Code {
  const { verdict, rule } = result;
  if (verdict === 'error') return 2;
  if (!counts(result, terms) || verdict === 'pass') return 0;
  if (verdict === 'fail') return 1;
  const isNamed = terms.selected ? terms.selected.named.has(rule) : false;
  return verdict === 'inconclusive' || isNamed || terms.required.has(rule) ? 3 : 0;
}

/** The word over a run in which nothing was asked of the interface, from what the others come to, called by these titles. */
export function overApartAlone(
  code: Code,
  titles: readonly string[],
  { partial, isRecorded, remarks = [] }: HeadlineTerms,
): Headline {
  return {
    verdict: code !== 0 || partial !== undefined ? 'undetermined' : isRecorded ? 'no violation' : 'passes',
    why: [
      ...(partial === undefined ? [] : [partial]),
      `only ${titles.join(' and ')} were selected`,
      ...remarks,
    ].join('; '),
  };
}
