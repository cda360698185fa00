import { type Card, linesOf } from '../../report/document.ts';
import { type JunitCase, junitDocument } from '../../report/junit.ts';
import type { ClientReport, Tried } from '../client-report.ts';
import { cardOfSent, cardOfTried } from './client.ts';

/** The report as JUnit XML: a suite of the baseline, one of variations, one of resilience, and one of what was sent. */
export function clientJunit(report: ClientReport): string {
  const { baseline, variations, resilience, sent, strict, durationMs, startedAt, verdict, why } = report;
  const cases = {
    baseline: [baselineTest(baseline)],
    variations: variations.map((one) => testOf(one, 'variations', true)),
    resilience: resilience.map((one) => testOf(one, 'resilience', strict)),
    sent: sent.map((fault) => sentTest(cardOfSent(fault))),
  };
  const suites = Object.entries(cases)
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => ({
      name,
      properties: [
        ['assay', report.assay],
        ['command', report.command.join(' ')],
        ['verdict', verdict],
      ] as const,
      cases: own,
      startedAt,
      output: [`${verdict} — ${why}`],
    }));
  return junitDocument('assay client', durationMs, suites);
}

const baselineTest = ({ ms, failed }: ClientReport['baseline']): JunitCase => ({
  name: 'default options',
  classname: 'assay.client.baseline',
  ms,
  ends: failed ? [{ kind: 'failure', type: 'baseline', message: failed.how, lines: failed.output }] : [],
});

function testOf(tried: Tried, suite: string, counts: boolean): JunitCase {
  const { id, outcome, how = '', ms, output = [] } = tried;
  const card = cardOfTried(tried, 'fail');
  const lines = [...card.titles, ...linesOf(card), ...output];
  const failed = counts
    ? ({ kind: 'failure', type: id, message: card.titles.join(' '), lines } as const)
    : printed('warning', lines);
  const ends: Readonly<Record<Tried['outcome'], JunitCase['ends']>> = {
    pass: [],
    'not run': [{ kind: 'skipped', lines: [`not run: ${how}`] }],
    intermittent: [printed('intermittent', lines)],
    fail: [failed],
    needed: [failed],
  };
  return { name: id, classname: `assay.client.${suite}`, ms, ends: ends[outcome] };
}

const printed = (word: string, [first = '', ...lines]: readonly string[]): JunitCase['ends'][number] => ({
  kind: 'system-out',
  lines: [`${word}: ${first}`, ...lines],
});

function sentTest(card: Card): JunitCase {
  const { name, tone, short } = card;
  const lines = [short, ...linesOf(card)];
  return {
    name,
    classname: 'assay.client.sent',
    ends: [
      tone === 'fail' ? { kind: 'failure', type: name, message: short, lines } : printed('warning', lines),
    ],
  };
}
