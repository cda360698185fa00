import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { type OperationId, operationIds } from '../../src/contract/contract.ts';
import { linesIn } from './lines.ts';
import { notesOf } from './notes.ts';
import { plain } from './plain.ts';
import type { Finding, Report } from './report.ts';
import { isDecisive, standingOf } from './standing.ts';
import { nothingMissing, strengthenings, strongerTitle } from './stronger.ts';

/** The report as JUnit XML: one suite an operation, one test case a rule. */
export function junit(report: Report): string {
  const document = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\ufffd' });
  const root = document.ele('testsuites', { name: 'assay', ...sums(report.results, report) });
  for (const operation of operationIds) {
    const own = report.results.filter((finding) => finding.operation === operation);
    if (own.length > 0) suite(root, operation, own, report);
  }
  return `${document.end({ prettyPrint: true })}\n`;
}

function suite(root: XMLBuilder, operation: OperationId, own: readonly Finding[], report: Report): void {
  const skipped = own.filter((finding) => isSkipped(finding, report)).length;
  const began = report.startedAt === undefined ? {} : { timestamp: report.startedAt.replace(/\..*$/, '') };
  const element = root.ele('testsuite', { name: operation, ...sums(own, report), skipped, ...began });
  const properties = element.ele('properties');
  for (const [name, value] of circumstances(report))
    properties.ele('property', { name, value: plain(value) });
  for (const finding of own) testCase(element, finding, report);
  element.ele('system-out').txt([verdictLine(report), ...footer(own)].join('\n'));
}

function testCase(element: XMLBuilder, finding: Finding, report: Report): void {
  const { rule, why = '' } = finding;
  const one = element.ele('testcase', { name: plain(rule), classname: `assay.${finding.operation}` });
  const standing = standingOf(finding);
  const text = linesIn(report, finding).join('\n');
  const about = { type: finding.clause, message: plain(why) };
  if (standing === 'fail') one.ele('failure', about).txt(text);
  else if (isSkipped(finding, report)) one.ele('skipped').txt(`${standing}: ${text}`);
  else if (standing === 'warning') one.ele('system-out').txt(`warning: ${text}`);
  else if (standing !== 'pass') one.ele('error', { ...about, type: standing }).txt(text);
}

/** Neither a failure nor a pass: what was not judged, unless the verdict hangs on it, and what is waived. */
function isSkipped(finding: Finding, report: Report): boolean {
  const standing = standingOf(finding);
  if (standing === 'inconclusive') return !isDecisive(finding, report);
  return standing === 'unexercised' || standing === 'skipped' || standing === 'waived';
}

function sums(findings: readonly Finding[], report: Report) {
  const standings = findings.filter((finding) => !isSkipped(finding, report)).map(standingOf);
  return {
    tests: findings.length,
    failures: standings.filter((standing) => standing === 'fail').length,
    errors: standings.filter((standing) => standing === 'inconclusive' || standing === 'error').length,
  };
}

const circumstances = ({ assay, contract, target, seed, nonce, headline }: Report) =>
  [
    ['assay', assay],
    ['contract', `${contract.version} (${contract.sha256})`],
    ['target', target],
    ['seed', String(seed)],
    ['nonce', nonce],
    ['verdict', headline.verdict],
  ] as const;

const verdictLine = (report: Report): string =>
  plain([`${report.headline.verdict} — ${report.headline.why}`, ...notesOf(report)].join('; '));

function footer(findings: readonly Finding[]): string[] {
  const lines = strengthenings(findings).flatMap(({ words, rules }) => [
    `  ${plain(words)}`,
    `    ${plain(rules.join(', '))}`,
  ]);
  return [strongerTitle, ...(lines.length > 0 ? lines : [`  ${nothingMissing}`])];
}
