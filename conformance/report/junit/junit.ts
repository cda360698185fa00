import { durationOf } from '../duration.ts';
import type { Finding, Report } from '../report.ts';
import { groupOf, groupsOf, standingOf, testOutcomeOf } from '../standing.ts';
import { intermittentLines } from '../text/asides.ts';
import { familiesIn } from '../text/ladder.ts';
import { linesIn } from '../text/lines.ts';
import { notesOf } from '../text/notes.ts';
import { plain } from '../text/plain.ts';
import { allTested, untestedBy, untestedTitle } from '../text/untested.ts';
import { subjectOf, verdictIn } from '../text/words.ts';
import { element, type XmlElement, xmlDocument } from './xml.ts';

/**
 * The report as JUnit XML: one suite an operation and one of house rules, one test case a rule. Its `time` is that of
 * the exchanges that show it, since a run gathers for all rules at once; where none is shown it has none. The whole run
 * has its own.
 */
export function junit(report: Report): string {
  const suites = groupsOf(report.results).map(([name, own]) => suite(name, own, report));
  return xmlDocument(
    element(
      'testsuites',
      { name: 'assay', ...sums(report.results, report), time: seconds(report.durationMs) },
      suites,
    ),
  );
}

function suite(name: string, own: readonly Finding[], report: Report): XmlElement {
  const skipped = own.filter((finding) => testOutcomeOf(finding, report) === 'skipped').length;
  const leads = leadsOf(own);
  const began = report.startedAt === undefined ? {} : { timestamp: report.startedAt.replace(/\..*$/, '') };
  return element('testsuite', { name, ...sums(own, report), skipped, ...began }, [
    element(
      'properties',
      {},
      circumstances(report).map(([name, value]) => element('property', { name, value: plain(value) })),
    ),
    ...own.map((finding) => testCase(finding, leads.get(finding.rule), report)),
    element('system-out', {}, [verdictLine(report), ...footer(own)].join('\n')),
  ]);
}

/** The finding that each broken rule is folded under, where it is not the first of its family. */
function leadsOf(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const { broken, warnings } = familiesIn(findings);
  return new Map(
    [...broken, ...warnings].flatMap(({ lead, others }) => others.map(({ rule }) => [rule, lead] as const)),
  );
}

function testCase(finding: Finding, lead: Finding | undefined, report: Report): XmlElement {
  const ms = durationOf(finding);
  const time = ms === undefined ? {} : { time: seconds(ms) };
  const about = { name: plain(finding.rule), classname: `assay.${groupOf(finding)}`, ...time };
  return element('testcase', about, [...outcome(finding, lead, report), ...intermittent(finding)]);
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** What is in the test case of a rule that did not simply pass. */
function outcome(finding: Finding, lead: Finding | undefined, report: Report): XmlElement[] {
  const standing = standingOf(finding);
  const message = plain(finding.why ?? '');
  const isFull = lead === undefined && !['skipped', 'untested'].includes(standing);
  const folded = lead === undefined ? message : `${message}; of the same kind as ${lead.rule}`;
  const text = isFull ? linesIn(report, finding).join('\n') : folded;
  switch (testOutcomeOf(finding, report)) {
    case 'failed':
      return [element('failure', { type: finding.clause, message }, text)];
    case 'error':
      return [element('error', { type: standing, message }, text)];
    case 'skipped':
      return [element('skipped', {}, `${standing}: ${text}`)];
    case 'passed':
      return standing === 'pass' ? [] : [element('system-out', {}, `${standing}: ${text}`)];
  }
}

const intermittent = (finding: Finding): XmlElement[] =>
  intermittentLines(finding).map((line) => element('system-out', {}, plain(`intermittent: ${line}`)));

function sums(findings: readonly Finding[], report: Report) {
  const outcomes = findings.map((finding) => testOutcomeOf(finding, report));
  return {
    tests: findings.length,
    failures: outcomes.filter((outcome) => outcome === 'failed').length,
    errors: outcomes.filter((outcome) => outcome === 'error').length,
  };
}

const circumstances = (report: Report) => {
  const { assay, contract, seed, nonce, headline } = report;
  return [
    ['assay', assay],
    ['contract', `${contract.version} (${contract.sha256})`],
    ['target', subjectOf(report)],
    ['seed', String(seed)],
    ['nonce', nonce],
    ['verdict', headline.verdict],
  ] as const;
};

const verdictLine = (report: Report): string =>
  plain(
    [`${subjectOf(report)}: ${verdictIn(report)} — ${report.headline.why}`, ...notesOf(report)].join('; '),
  );

function footer(findings: readonly Finding[]): string[] {
  const lines = untestedBy(findings).flatMap(({ cause, words, rules }) => [
    `  ${cause}: ${plain(words)}`,
    `    ${plain(rules.join(', '))}`,
  ]);
  return [untestedTitle, ...(lines.length > 0 ? lines : [`  ${allTested}`])];
}
