import { median } from '../median.ts';
import { row } from '../row.ts';
import { counts, isFound, type JudgedFault, type Outcome, type Score } from './judge.ts';
import { notCounted } from './not-counted.ts';
import type { Finding, Run } from './record.ts';

const rule = (count: number): string => row('---', ...Array.from({ length: count - 1 }, () => '---:'));
const share = (some: readonly unknown[], all: number): string => `${some.length} of ${all}`;

/** Everything that was found, as Markdown. */
export function sheet(scores: readonly Score[], about: readonly string[]): string {
  const faults = scores.flatMap((score) => score.faults);
  const parts = [
    ['# assay against independent servers', '', ...about],
    ['## All as it came', '', ...allTable(scores)],
    ['## Counted', '', ...countedWords, '', ...countedTable(scores)],
    section('False positives', [
      ...scores.flatMap(falsePositives),
      ...faults
        .filter((fault) => !counts(fault) && fault.outcome === 'caught')
        .map((run) => item(run, run.news)),
    ]),
    section('Conforming servers without a verdict', scores.flatMap(undecided)),
    section('Faults that were missed', list(faults, 'missed')),
    section('Faults that were only warned of', list(faults, 'warned')),
    section('Not counted, or found with a warning', notes()),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string[] => [
  `## ${title}`,
  '',
  ...(lines.length === 0 ? ['None.'] : lines),
];

function allTable(scores: readonly Score[]): string[] {
  const head = [
    'server',
    'conforming',
    'variants reported (false positives)',
    'variants without a verdict',
    'faults caught at must',
  ];
  const more = ['only warned', 'missed', 'requests', 'seconds'];
  const of = (faults: readonly JudgedFault[], outcome: Outcome): string =>
    share(
      faults.filter((fault) => fault.outcome === outcome),
      faults.length,
    );
  return [
    row(...head, ...more),
    rule(head.length + more.length),
    ...scores.map(({ server, conforming, falsePositives, undetermined, variants, faults, runs }) =>
      row(
        server,
        `${conforming.verdict}, warnings: ${conforming.warnings.length}`,
        share(falsePositives, variants),
        share(undetermined, variants),
        of(faults, 'caught'),
        of(faults, 'warned'),
        of(faults, 'missed'),
        median(runs.map(({ requests }) => requests)),
        median(runs.map(({ seconds }) => seconds)),
      ),
    ),
  ];
}

const countedWords = [
  'Without what is no fault by the specification, and with a warning enough where it states no must: see the end.',
];

function countedTable(scores: readonly Score[]): string[] {
  const lines = scores.map(({ server, faults }) => {
    const counted = faults.filter(counts);
    return row(server, share(counted.filter(isFound), counted.length));
  });
  const all = scores.flatMap(({ faults }) => faults).filter(counts);
  return [
    row('server', 'faults found'),
    rule(2),
    ...lines,
    row('all', share(all.filter(isFound), all.length)),
  ];
}

/** Conforming servers and variants that were reported; what is also reported of the default server is told once. */
function falsePositives({ server, conforming, falsePositives: variants }: Score): string[] {
  const usual = conforming.broken.map(({ rule }) => rule);
  const news = variants.map((run) => ({ run, news: run.broken.filter(({ rule }) => !usual.includes(rule)) }));
  const same = news.filter((one) => one.news.length === 0).map(({ run }) => run.id);
  return [
    ...(conforming.verdict === 'violates' ? [item(conforming, conforming.broken)] : []),
    ...(same.length === 0 ? [] : [`- **${server}**, of nothing else: ${same.join(', ')}`]),
    ...news.filter((one) => one.news.length > 0).map((one) => item(one.run, one.news)),
  ];
}

function undecided({ conforming, undetermined }: Score): string[] {
  const isOne = !['conforms', 'violates'].includes(conforming.verdict);
  return [...(isOne ? [conforming] : []), ...undetermined].map((run) => item(run, run.inconclusive, run.why));
}

const item = (run: Run, findings: readonly Finding[], why = ''): string =>
  [`- **${run.server}/${run.id}**: ${run.says} ${why}`.trimEnd(), ...found(findings)].join('\n');

function list(faults: readonly JudgedFault[], outcome: Outcome): string[] {
  return faults
    .filter((fault) => fault.outcome === outcome)
    .map((fault) => {
      const note = fault.note ? ` (see the end: ${words[fault.note.as]})` : '';
      return item(
        { ...fault, says: `${fault.says}${note}` },
        outcome === 'missed' ? [] : fault.news,
        verdictOf(fault),
      );
    });
}

/** Where a fault was missed and the verdict is no clean one either. */
const verdictOf = ({ outcome, verdict, why }: JudgedFault): string =>
  outcome === 'missed' && !['conforms', 'violates'].includes(verdict) ? `${verdict}: ${why}` : '';

const words = { none: 'no fault', warning: 'a warning is enough' };

/** What `not-counted.ts` holds, the faults that have the same reason together. */
function notes(): string[] {
  return [...Map.groupBy(notCounted, ({ reason }) => reason).values()].map((alike) => {
    const names = alike.map(({ server, id }) => `${server}/${id}`).join(', ');
    const [first] = alike;
    return first ? `- **${names}** (${words[first.as]}): ${first.reason} The document: ${first.quote}` : '';
  });
}

const most = 4;

function found(findings: readonly Finding[]): string[] {
  const shown = findings.slice(0, most).map(({ rule, says }) => `  - \`${rule}\`: ${says}`);
  return findings.length > most ? [...shown, `  - and ${findings.length - most} more`] : shown;
}
