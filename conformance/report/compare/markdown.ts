import { printNames } from '../../core/print.ts';
import { block, code, codeCell, details, table, text } from '../markdown/text.ts';
import { counted } from '../text/words.ts';
import type { ChangedRule, Comparison } from './compare.ts';
import { became, byCause, byChange, outcome, quieter, standsNow, unlikeTitle } from './words.ts';

/** The most rules of a kind that are shown in full: a comment on GitHub holds 65,536 characters. */
const mostShown = 10;
/** The most that is shown of a value, in characters. */
const longest = 500;

/** A comparison as Markdown, for a comment on a pull request. What a target sent is escaped. */
export function markdown(comparison: Comparison): string {
  const parts = [headline, notAlike, broken, choices, warnings, fixed, others, sides];
  return `${parts.flatMap((part) => part(comparison)).join('\n\n')}\n`;
}

function headline(comparison: Comparison): string[] {
  const { word, why } = outcome(comparison);
  const { regressed, undetermined } = comparison;
  return [`## ${regressed ? '❌' : undetermined ? '❔' : '✅'} assay: ${word}`, text(why)];
}

const notAlike = ({ unlike }: Comparison): string[] =>
  unlike.length === 0
    ? []
    : [`> ⚠️ ${unlikeTitle}:\n${unlike.map((line) => `> - ${code(cut(line))}`).join('\n')}`];

const broken = (comparison: Comparison): string[] => inFull(comparison, '❌', 'began to fail');

const warnings = (comparison: Comparison): string[] => inFull(comparison, '⚠️', 'began to warn');

function inFull({ rules }: Comparison, mark: string, change: ChangedRule['change']): string[] {
  const own = rules.filter((rule) => rule.change === change);
  const rest = own.length - mostShown;
  return [
    ...own
      .slice(0, mostShown)
      .flatMap((rule) => [
        `### ${mark} ${code(rule.rule)}`,
        `${text(rule.title)} (${standsNow(rule)})`,
        block(
          (['expected', 'saw', 'reproduce'] as const).flatMap((name) =>
            rule[name] === undefined ? [] : [`${labels[name].padEnd(10)}${cut(rule[name])}`],
          ),
        ),
      ]),
    ...(rest > 0 ? [`and ${counted(rest, 'rule')} more that ${change}`] : []),
  ];
}

const labels = { expected: 'expected', saw: 'got', reproduce: 'request' } as const;

function choices({ choices: all }: Comparison): string[] {
  const own = all.filter(({ change }) => change === 'changed');
  if (own.length === 0) return [];
  const rows = own.map(({ id, question, before = '', after = '' }) => [
    `${codeCell(id)}<br>${text(question)}`,
    codeCell(cut(before)),
    codeCell(cut(after)),
  ]);
  return [`### ❌ ${became(own.length, 'choice', 'changed')}`, table(['choice', 'before', 'after'], rows)];
}

function fixed({ rules }: Comparison): string[] {
  const own = rules.filter(({ change }) => change === 'fixed');
  if (own.length === 0) return [];
  return [
    `### ✅ ${became(own.length, 'rule', 'fixed')}`,
    own.map((rule) => `- ${code(rule.rule)} (${standsNow(rule)})`).join('\n'),
  ];
}

/** What turns nothing, folded away. */
function others({ rules, choices: all, clauses }: Comparison): string[] {
  return [
    ...byChange('rule', rules, quieter.rules).map(({ title, own }) => {
      const rows = byCause(own).map(([cause, ids]) => [codeCell(cut(cause)), codeCell(printNames(ids, 8))]);
      return details(title, table(['why', 'rules'], rows));
    }),
    ...byChange('choice', all, quieter.choices).map(({ title, own }) =>
      details(
        title,
        own.map(({ id, before, after }) => `- ${code(id)}: ${code(cut(after ?? before ?? ''))}`).join('\n'),
      ),
    ),
    ...byChange('clause', clauses, quieter.clauses).map(({ title, own }) =>
      details(title, own.map(({ id, text: says }) => `- ${code(id)}: ${text(says)}`).join('\n')),
    ),
  ];
}

function sides({ before, after, assay }: Comparison): string[] {
  const rows = Object.entries({ before, after }).map(([name, { target, verdict, why, seed, contract }]) => [
    name,
    codeCell(target),
    `${verdict}: ${codeCell(cut(why))}`,
    codeCell(`${contract.version} (${contract.sha256.slice(0, 12)})`),
    String(seed),
  ]);
  return [table(['', 'target', 'verdict', 'contract', 'seed'], rows), `assay ${assay}`];
}

const cut = (words: string): string => (words.length > longest ? `${words.slice(0, longest)}…` : words);
