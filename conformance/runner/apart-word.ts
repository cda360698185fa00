import type { Judgement } from '../core/verdict.ts';
import { counts, type Headline, type Terms } from './headline.ts';

/** How a process may end. */
type Code = 0 | 1 | 2 | 3;

/** What house rules, or pinned choices, come to: how the process is to end, and what is said of them beside the verdict. */
export type ApartWord = { readonly code: Code; readonly remarks: readonly string[] };

/** Exit codes, the most urgent first. */
const urgency: readonly Code[] = [2, 1, 3, 0];

/** Of two exit codes the one that goes before. */
export const moreUrgent = (one: Code, other: Code): Code =>
  urgency.indexOf(one) < urgency.indexOf(other) ? one : other;

/** Draws the results of house rules, or of pinned choices, together: they never turn the verdict on the interface. */
export function apartWord(
  title: string,
  results: readonly Judgement[],
  terms: Pick<Terms, 'strict' | 'required' | 'selected'>,
): ApartWord {
  if (results.length === 0) return { code: 0, remarks: [] };
  const codes = results.map((result) => codeOf(result, terms));
  const named = (code: Code): string =>
    results
      .filter((_, index) => codes[index] === code)
      .map(({ rule }) => rule.replace(/^choice\//, ''))
      .join(', ');
  const held = results.filter(({ verdict }) => verdict === 'pass').length;
  const rest = results.length - codes.filter((code) => code !== 0).length - held;
  const parts = [
    ...(codes.includes(2) ? [`faulty ${named(2)}`] : []),
    ...(codes.includes(1) ? [`broken ${named(1)}`] : []),
    ...(codes.includes(3) ? [`open ${named(3)}`] : []),
    ...(held > 0 ? [`${held} held`] : []),
    ...(rest > 0 ? [`${rest} not judged or waived`] : []),
  ];
  return { code: codes.reduce(moreUrgent), remarks: [`${title}: ${parts.join(', ')}`] };
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

/** The word over a run in which nothing was asked of the interface, from what the others come to. */
export function overApartAlone(code: Code, { partial, remarks = [] }: Terms): Headline {
  return {
    verdict: code === 0 && partial === undefined ? 'passes' : 'undetermined',
    why: [
      ...(partial === undefined ? [] : [partial]),
      'nothing was selected that is asked of the interface',
      ...remarks,
    ].join('; '),
  };
}
