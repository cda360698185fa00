import { printNames } from '../../src/print.ts';
import { counted, shortened } from '../../src/words.ts';
import type { ChangedRule, ChoiceChange, Comparison, RuleChange } from './compare.ts';
import {
  type Block,
  type Card,
  cardsApart,
  cardsBlock,
  type Detail,
  type Document,
  givenRows,
  type ListItem,
  listBlock,
  type Tone,
  whole,
} from './document.ts';
import { asMarkdown } from './markdown.ts';
import { onTerminal, type Style } from './terminal.ts';
import { version } from './version.ts';
import { contractWords } from './words.ts';

/** GitHub limits a comment to 65,536 characters. */
const comment: Detail = { ...whole, cards: 10, names: 8, longest: 500 };

export const comparisonTerminal = (comparison: Comparison, style: Style): string =>
  onTerminal(
    comparisonDocument(comparison, style.verbose ? whole : { ...whole, names: 4, isBrief: true }),
    style,
  );

export const comparisonMarkdown = (comparison: Comparison): string =>
  asMarkdown(comparisonDocument(comparison, comment));

function comparisonDocument(comparison: Comparison, detail: Detail): Document {
  const { before, after, unlike, regressed, undetermined, rules, choices } = comparison;
  const cut = (words: string): string => shortened(words, detail.longest);
  const sides = Object.entries({ before, after });
  const counts = [
    ...rulesInFull.map(({ change }) => grouped('rule', change, rules)),
    ...quietRules.map((change) => grouped('rule', change, rules)),
    ...(['changed', ...quietChoices] as const).map((change) => grouped('choice', change, choices)),
  ].filter(({ own }) => own.length > 0);
  return {
    tool: 'assay',
    verdict: regressed ? 'regressed' : undetermined ? 'undetermined' : 'no regression',
    tone: regressed ? 'fail' : undetermined ? 'inconclusive' : 'pass',
    why: counts.length === 0 ? 'nothing changed' : counts.map(({ title }) => title).join(', '),
    notes: [],
    blocks: [
      ...listBlock(
        { id: 'unlike', title: unlikeTitle, tone: 'warning' },
        unlike.map((line) => ({ text: cut(line), isCode: true })),
      ),
      ...rulesInFull.slice(0, 1).flatMap((one) => changeInFull(one, rules, detail)),
      ...changedChoices(comparison, detail),
      ...rulesInFull.slice(1).flatMap((one) => changeInFull(one, rules, detail)),
      ...quietRules.flatMap((change) => {
        const { title, own } = grouped('rule', change, rules);
        return listBlock({ id: `rules ${change}`, title, tone: 'observed' }, byCause(own, detail));
      }),
      ...quietChoices.flatMap((change) => {
        const { title, own } = grouped('choice', change, choices);
        const items = own.map(({ id, before: was, after: now }) => ({
          text: `${id}: ${change.startsWith('changed') ? `${was} → ` : ''}${cut(now ?? was ?? '')}`,
          isCode: true as const,
        }));
        return listBlock({ id: `choices ${change}`, title, tone: 'observed' }, items);
      }),
    ].map(({ count: _inTitle, ...block }) => block),
    overview: {
      head: ['', 'target', 'verdict'],
      rows: sides.map(([name, { target, headline }]) => [
        name,
        { code: target },
        { code: `${headline.verdict} — ${cut(headline.why)}` },
      ]),
    },
    facts: [
      ...sides.flatMap(([name, { contract, seed }]) => [
        [name, `contract ${contractWords(contract)}, seed ${seed}`] as const,
      ]),
      ['assay', version],
    ],
  };
}

const unlikeTitle = 'The two runs were not alike, which may be why they differ';

/** The changes of rules that are shown rule by rule, the most pressing first. */
const rulesInFull: readonly { readonly change: RuleChange; readonly tone: Tone }[] = [
  { change: 'began to fail', tone: 'fail' },
  { change: 'began to warn', tone: 'warning' },
  { change: 'fixed', tone: 'pass' },
];
const quietRules = [
  'uncovered',
  'lost its verdict',
  'open for another reason',
  'gained a verdict',
  'new',
  'gone',
] as const satisfies readonly RuleChange[];
const quietChoices = [
  'changed with a fix',
  'changed as accepted',
  'no longer observed',
  'newly observed',
  'new',
  'gone',
] as const satisfies readonly ChoiceChange[];

/** Rules or choices with the same change, and how many there are: `2 rules lost their verdict`. */
function grouped<T extends { readonly change: string }>(
  noun: string,
  change: RuleChange | ChoiceChange,
  all: readonly T[],
): { readonly title: string; readonly own: readonly T[] } {
  const own = all.filter((one) => one.change === change);
  const [is, has] = own.length === 1 ? ['is', 'its'] : ['are', 'their'];
  const words: Partial<Record<RuleChange | ChoiceChange, string>> = {
    fixed: `${own.length === 1 ? 'was' : 'were'} fixed`,
    uncovered: `${own.length === 1 ? 'fails' : 'fail'} that could not be judged before`,
    new: `${is} new`,
    gone: `${is} gone`,
    'open for another reason': `${is} open for another reason`,
    'lost its verdict': `lost ${has} verdict`,
    'gained a verdict': `${own.length === 1 ? 'passes' : 'pass'} that had no result before`,
  };
  return { title: `${counted(own.length, noun)} ${words[change] ?? change}`, own };
}

const standsNow = ({ before, after }: ChangedRule): string =>
  `${before ?? 'not there'} → ${after ?? 'not there'}`;

function changeInFull(
  { change, tone }: (typeof rulesInFull)[number],
  rules: readonly ChangedRule[],
  detail: Detail,
): Block[] {
  const { title, own } = grouped('rule', change, rules);
  const cut = (words: string): string => shortened(words, detail.longest);
  const cards = own.map((rule): Card => {
    const { rule: name, title: says, expected, saw, reproduce } = rule;
    return {
      name,
      tone,
      where: standsNow(rule),
      titles: [says],
      short: tone === 'pass' ? standsNow(rule) : `expected: ${cut(expected ?? '')}; got: ${cut(saw ?? '')}`,
      rows: givenRows([
        ['expected', expected && cut(expected)],
        ['got', saw && cut(saw)],
      ]),
      commands: givenRows([['request', reproduce && cut(reproduce)]]),
    };
  });
  return cardsBlock({ id: change, title, tone }, cardsApart(cards), detail);
}

function changedChoices({ choices }: Comparison, detail: Detail): Block[] {
  const { title, own } = grouped('choice', 'changed', choices);
  const cut = (words: string): string => shortened(words, detail.longest);
  const cards = own.map(
    ({ id, question, before = '', after = '' }): Card => ({
      name: id,
      tone: 'fail',
      where: 'a choice that changed',
      titles: [question],
      short: `${before} → ${after}`,
      rows: [
        ['before', cut(before)],
        ['after', cut(after)],
      ],
      commands: [],
    }),
  );
  return cardsBlock({ id: 'choices', title, tone: 'fail' }, cardsApart(cards), detail);
}

const byCause = (rules: readonly ChangedRule[], detail: Detail): ListItem[] =>
  [...Map.groupBy(rules, (rule) => `${standsNow(rule)}${rule.why ? `: ${rule.why}` : ''}`)].map(
    ([cause, own]) => ({
      text: shortened(cause, detail.longest),
      isCode: true,
      names: printNames(
        own.map(({ rule }) => rule),
        detail.names,
      ),
      count: own.length,
    }),
  );
