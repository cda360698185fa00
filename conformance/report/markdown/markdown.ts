import { printNames } from '../../core/print.ts';
import type { Report } from '../report.ts';
import { groupsOf, type Standing, standings, thatAre } from '../standing.ts';
import { alsoTitle, type Family, familiesIn, familiesOf, namesOf } from '../text/ladder.ts';
import { linesIn, titleOf } from '../text/lines.ts';
import { notesOf } from '../text/notes.ts';
import { allTested, untestedBy, untestedTitle } from '../text/untested.ts';
import { counted, subjectOf, verdictIn } from '../text/words.ts';
import { block, code, codeCell, details, table, text } from './text.ts';

/** The most findings of a kind that are shown in full; a step summary may hold a mebibyte. */
const mostShown = 50;

const marks = {
  conforms: '✅',
  passes: '✅',
  'no violation': '✅',
  violates: '❌',
  undetermined: '❔',
} as const;

/** The report as Markdown, such as GitHub shows as the summary of a step. */
export function markdown(report: Report): string {
  const parts = [headline, counts, broken, warnings, open, observations, footer, circumstances];
  return `${parts.flatMap((part) => part(report)).join('\n\n')}\n`;
}

function headline(report: Report): string[] {
  const { verdict, why, remedy, addTo } = report.headline;
  // A run that ends with 1 or 2 for another reason than its verdict must not look fine either.
  const mark = report.exitCode === 1 || report.exitCode === 2 ? '❌' : marks[verdict];
  return [
    `## ${mark} assay: ${verdictIn(report)}`,
    `${report.recorded ? 'recorded traffic of' : 'checked'} ${code(subjectOf(report))}`,
    text(why) + (remedy === undefined ? '' : `; add to ${addTo}: ${code(remedy)}`),
    ...notesOf(report).map((note) => `> ${text(note)}`),
  ];
}

function counts({ results }: Report): string[] {
  const shown = standings.filter((standing) => thatAre(standing, results).length > 0);
  const rows = groupsOf(results).map(([name, own]) => [
    name,
    ...shown.map((standing) => String(thatAre(standing, own).length)),
  ]);
  return rows.length === 0 ? [] : [table(['', ...shown], rows)];
}

const broken = (report: Report): string[] => [
  ...full('❌', 'fail', report),
  ...full('💥', 'error', report),
  ...full('🕓', 'waived', report),
];

/** Warnings, those with one cause in one row. */
function warnings({ results }: Report): string[] {
  const families = familiesIn(results).warnings;
  if (families.length === 0) return [];
  const count = families.reduce((sum, { others }) => sum + 1 + others.length, 0);
  const rest = families.length - mostShown;
  const rows = families
    .slice(0, mostShown)
    .map(({ lead, others }) => [
      code(lead.rule) + (others.length === 0 ? '' : ` and ${others.length} more`),
      codeCell(lead.expected ?? ''),
      codeCell(lead.saw ?? ''),
    ]);
  return [
    `### ⚠️ ${counted(count, 'warning')}`,
    table(['rule', 'expected', 'got'], rows),
    ...(rest > 0 ? [`and ${counted(rest, 'more warning')}`] : []),
  ];
}

function full(mark: string, standing: Standing, report: Report): string[] {
  const { results } = report;
  const families = standing === 'fail' ? familiesIn(results).broken : familiesOf(thatAre(standing, results));
  const rest = families.length - mostShown;
  return [
    ...families.slice(0, mostShown).flatMap((family) => section(mark, family, report)),
    ...(rest > 0 ? [`and ${counted(rest, 'more finding')}`] : []),
  ];
}

function section(mark: string, family: Family, report: Report): string[] {
  const { lead, others } = family;
  const [, ...lines] = linesIn(report, lead);
  const more = `${alsoTitle(family)}: ${printNames(namesOf(others), 20)}`;
  return [
    `### ${mark} ${text(lead.rule)}`,
    ...titleOf(lead).map(text),
    block(lines),
    ...(others.length > 0 ? [text(more)] : []),
  ];
}

/** What could not be judged, rules with the same cause together. */
function open({ results }: Report): string[] {
  const findings = thatAre('inconclusive', results);
  if (findings.length === 0) return [];
  const rows = [...Map.groupBy(findings, ({ why = '' }) => why)].map(([why, group]) => [
    codeCell(why),
    text(printNames(group.map(({ rule }) => rule), 8)),
  ]); // biome-ignore format: a row
  return [`### ❔ ${counted(findings.length, 'rule')} inconclusive`, table(['why', 'rules'], rows)];
}

function observations({ observations: all }: Report): string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ id, question, answer }) => [code(id), text(question), codeCell(answer)]);
  const title = `${counted(all.length, 'choice')} that the specification leaves to the server, and what this server does`;
  return [details(title, table(['choice', 'question', 'observed'], rows))];
}

function footer({ results }: Report): string[] {
  const rows = untestedBy(results).map(
    ({ cause, words, rules }) =>
      `- ${cause}: ${code(words)} (${counted(rules.length, 'rule')}: ${text(printNames(rules, 4))})`,
  );
  return [`### ${untestedTitle}`, rows.length > 0 ? rows.join('\n') : allTested];
}

function circumstances(report: Report): string[] {
  const { contract, seed, requests, durationMs, created, assay, recorded } = report;
  const facts = [
    `assay ${assay}`,
    `contract ${contract.version} (${contract.sha256.slice(0, 12)})`,
    ...(recorded
      ? [`${counted(recorded.judged, 'exchange')} judged`, ...recorded.notes.map(text)]
      : [`seed ${seed}`]),
    ...(recorded ? [] : [counted(requests, 'request')]),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...(created.length > 0 ? [`${counted(created.length, 'created record')}`] : []),
  ];
  return [facts.join(' · ')];
}
