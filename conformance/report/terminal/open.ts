import { printNames } from '../../core/print.ts';
import type { Finding, Report } from '../report.ts';
import { type Untested, untestedBy, untestedTitle } from '../text/untested.ts';
import { counted } from '../text/words.ts';
import type { Style } from './style.ts';

/** How many rules of a group are named. */
const most = 2;

/** What assay itself did wrong, or the file of a house rule. */
export const errors = ({ results }: Report, { colours }: Style): string[] =>
  results
    .filter(({ verdict }) => verdict === 'error')
    .map(({ rule, why = '', source }) => {
      const whose = source === 'house' ? '' : 'internal error of assay: ';
      return `${colours.red(`! ${rule}`)}\n    ${whose}${why}`;
    });

/** What could not be judged, rules with the same cause together. */
export function inconclusive({ results }: Report, style: Style): string[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return [];
  const title = style.colours.yellow(`? ${counted(open.length, 'rule')} inconclusive`);
  const lines = [...Map.groupBy(open, style.verbose ? whyOf : causeOf)].map(([why, own]) => {
    const names = own.map(({ rule }) => rule);
    return `    ${printNames(names, style.verbose ? names.length : most)}: ${why}`;
  });
  return [[title, ...lines].join('\n')];
}

const whyOf = ({ why = '' }: Finding): string => why;

/** Why a rule is inconclusive; an invalid request that crashed the server is one cause, whatever was invalid in it. */
function causeOf({ why = '', lack }: Finding): string {
  return lack?.crashedWith === undefined
    ? why
    : `the server returned ${lack.crashedWith}, so it neither rejected nor accepted the request: fix bad-input-not-crash first`;
}

/** Why rules were not tested, by cause, and what could be added, each line once. */
export function untested({ results }: Report, { colours, verbose }: Style): string[] {
  const each = untestedBy(results);
  const all = verbose ? each : inShort(each);
  if (all.length === 0) return [];
  const count = all.reduce((sum, { rules }) => sum + rules.length, 0);
  const lines = all.flatMap(({ cause, words, rules }) => [
    `    ${cause.padEnd(causeWidth)}${colours.dim(String(rules.length).padStart(4))}  ${words}`,
    ...(verbose ? [colours.dim(`        ${rules.join(', ')}`)] : []),
  ]);
  return [
    [
      `${colours.bold(untestedTitle)}  ${counted(count, 'rule')}${verbose ? '' : `; --verbose names ${count === 1 ? 'it' : 'them'}`}`,
      ...lines,
    ].join('\n'),
  ];
}

/** Of the fields that responses lack, the one for which most rules were not tested is enough at first. */
function inShort(all: readonly Untested[]): Untested[] {
  const [lacking, others] = [true, false].map((isMeant) =>
    all.filter(({ cause, remedy }) => (cause === 'nothing to check' && remedy === undefined) === isMeant),
  );
  const [first, ...rest] = (lacking ?? []).toSorted((one, other) => other.rules.length - one.rules.length);
  if (!first || rest.length === 0) return [...all];
  const more = rest.flatMap(({ rules }) => rules);
  const merged = {
    ...first,
    words: `${first.words}; ${counted(more.length, 'rule')} for other reasons`,
    rules: [...first.rules, ...more],
  };
  const at = all.findIndex(({ cause }) => cause === 'blocked');
  const before = (others ?? []).filter(({ cause }) => cause !== 'blocked');
  return [...before, merged, ...(at === -1 ? [] : all.slice(at))];
}

/** How wide the words for a cause are. */
const causeWidth = 18;
