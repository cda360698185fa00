import type { Finding } from '../independent/record.ts';
import { row } from '../row.ts';
import type { Judged } from './judge.ts';
import { topics } from './topics.ts';

/** Everything that was seen, as Markdown. */
export function sheet(runs: readonly Judged[], about: readonly string[]): string {
  const ended = (how: Judged['ended']): readonly Judged[] => runs.filter((run) => run.ended === how);
  const parts = [
    ['# assay against conforming behaviours', '', ...about],
    ['## Verdicts', '', ...verdicts(runs)],
    section('False positives', ended('false positive')),
    section('Without a verdict, unexpectedly', ended('without a verdict')),
    section('Known, with the reason', ended('as known')),
    ...Object.keys(topics).flatMap((topic) => table(topic, runs)),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function verdicts(runs: readonly Judged[]): string[] {
  const counted = [...Map.groupBy(runs, ({ verdict }) => verdict)];
  return [
    row('verdict', 'checks'),
    row('---', '---:'),
    ...counted.map(([verdict, { length }]) => row(verdict, length)),
  ];
}

const section = (title: string, runs: readonly Judged[]): string[] => [
  `## ${title}`,
  '',
  ...(runs.length === 0 ? ['None.'] : runs.map(item)),
];

const item = ({ name, run, verdict, because, why, broken, inconclusive }: Judged): string =>
  [
    `- **${name}**, check ${run}: ${verdict}${because === undefined ? '' : `, since ${because}`}. ${why}`.trimEnd(),
    ...[...broken, ...inconclusive].slice(0, most).map(({ rule, says }) => `  - \`${rule}\`: ${says}`),
  ].join('\n');

const most = 4;

/** Nothing for a topic of which nothing ran. */
function table(topic: string, runs: readonly Judged[]): string[][] {
  const mine = runs.filter((run) => run.topic === topic);
  if (mine.length === 0) return [];
  const head = ['behaviour', 'check', 'verdict', 'exit', 'requests', 'seconds'];
  const findings = ['broken', 'warned of', 'inconclusive'];
  return [
    [
      `## ${words(topic)}`,
      '',
      ...explained(topic, mine),
      '',
      row(...head, ...findings),
      row('---', '---:', '---', '---:', '---:', '---:', '---', '---', '---'),
      ...mine.map(({ name, run, verdict, code, requests, seconds, broken, warnings, inconclusive }) =>
        row(
          ...[name, run, verdict, code, requests, seconds],
          ...[broken, warnings, inconclusive].map((some) => rules(some)),
        ),
      ),
    ],
  ];
}

/** What each behaviour does, and why it may. */
const explained = (topic: string, runs: readonly Judged[]): string[] =>
  (topics[topic] ?? [])
    .filter(({ name }) => runs.some((run) => run.name.split('/')[0] === name))
    .map(({ name, does, permitted }) => `- **${name}**: ${does} Permitted: ${permitted}`);

function rules(findings: readonly Finding[]): string {
  const shown = findings.slice(0, most).map(({ rule }) => `\`${rule}\``);
  return [...shown, ...(findings.length > most ? [`${findings.length - most} more`] : [])].join(', ');
}

const words = (topic: string): string =>
  `${topic.charAt(0).toUpperCase()}${topic.slice(1).replaceAll('-', ' ')}`;
