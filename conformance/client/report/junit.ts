import { element, type XmlElement, xmlDocument } from '../../report/junit/xml.ts';
import { plain } from '../../report/text/plain.ts';
import type { ClientReport, FaultySent, Tried } from '../client-report.ts';
import { countsIn, nameOfSent } from '../verdict.ts';
import { faultOf, rowsOf, rowsOfSent, titlesOf } from './words.ts';

/** The report as JUnit XML: a suite of the baseline, one of variations, one of resilience, and one of what was sent. */
export function junit(report: ClientReport): string {
  const { baseline, variations, resilience, sent, durationMs } = report;
  const suites = [
    suite('baseline', report, [baselineTest(baseline)]),
    suite(
      'variations',
      report,
      variations.map((one) => testOf(one, 'variations', true)),
    ),
    suite(
      'resilience',
      report,
      resilience.map((one) => testOf(one, 'resilience', report.strict)),
    ),
    suite(
      'sent',
      report,
      sent.map((one) => sentTest(one)),
    ),
  ].filter(({ tests }) => tests > 0);
  const sum = (name: 'tests' | 'failures'): number => suites.reduce((all, one) => all + one[name], 0);
  return xmlDocument(
    element(
      'testsuites',
      {
        name: 'assay client',
        tests: sum('tests'),
        failures: sum('failures'),
        errors: 0,
        time: seconds(durationMs),
      },
      suites.map((one) => one.element),
    ),
  );
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function suite(name: string, report: ClientReport, tests: readonly XmlElement[]) {
  const count = (kind: string): number =>
    tests.filter(({ content }) => Array.isArray(content) && content.some((one) => one.name === kind)).length;
  const counts = { tests: tests.length, failures: count('failure'), errors: 0, skipped: count('skipped') };
  return {
    ...counts,
    element: element('testsuite', { name, ...counts, timestamp: report.startedAt.replace(/\..*$/, '') }, [
      element('properties', {}, [
        element('property', { name: 'assay', value: report.assay }),
        element('property', { name: 'command', value: plain(report.command.join(' ')) }),
        element('property', { name: 'verdict', value: report.verdict }),
      ]),
      ...tests,
      element('system-out', {}, plain(`${report.verdict} — ${report.why}`)),
    ]),
  };
}

function baselineTest({ ms, failed }: ClientReport['baseline']): XmlElement {
  const about = { name: 'default options', classname: 'assay.client.baseline', time: seconds(ms) };
  if (!failed) return element('testcase', about);
  const text = failed.output.map(plain).join('\n');
  return element('testcase', about, [
    element('failure', { type: 'baseline', message: plain(failed.how) }, text),
  ]);
}

function testOf(tried: Tried, suiteName: string, counts: boolean): XmlElement {
  const { id, outcome, how, ms, output = [] } = tried;
  const about = {
    name: plain(id),
    classname: `assay.client.${suiteName}`,
    ...(ms === undefined ? {} : { time: seconds(ms) }),
  };
  const text = [
    ...titlesOf(tried),
    ...rowsOf(tried).map(([label, words]) => `${label.padEnd(10)}${words}`),
    ...output,
  ]
    .map(plain)
    .join('\n');
  const message = plain(titlesOf(tried).join(' '));
  switch (outcome) {
    case 'pass':
      return element('testcase', about);
    case 'not run':
      return element('testcase', about, [element('skipped', {}, `not run: ${plain(how ?? '')}`)]);
    case 'intermittent':
      return element('testcase', about, [element('system-out', {}, `intermittent: ${text}`)]);
    case 'fail':
    case 'needed':
      return element('testcase', about, [
        counts
          ? element('failure', { type: id, message }, text)
          : element('system-out', {}, `warning: ${text}`),
      ]);
  }
}

function sentTest(fault: FaultySent): XmlElement {
  const text = plain(
    [faultOf(fault), ...rowsOfSent(fault).map(([label, words]) => `${label}: ${words}`)].join('\n'),
  );
  const name = plain(nameOfSent(fault));
  const about = { name, classname: 'assay.client.sent' };
  return element('testcase', about, [
    countsIn(fault)
      ? element('failure', { type: name, message: plain(faultOf(fault)) }, text)
      : element('system-out', {}, `warning: ${text}`),
  ]);
}
