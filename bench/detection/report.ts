import { mkdir, writeFile } from 'node:fs/promises';
import { platform, release } from 'node:os';
import { row } from '../row.ts';
import { contenders } from './contenders/all.ts';
import { judge, type Score, type Spread } from './judge.ts';
import { results } from './places.ts';
import type { Run } from './record.ts';
import { variants } from './variants.ts';

/** Writes what was found as JSON and as a table. */
export async function report(runs: readonly Run[], planned: number): Promise<void> {
  const scores = contenders.map(({ name }) => judge(name, runs));
  const versions = await Promise.all(contenders.map((one) => one.version().catch(() => 'not installed')));
  const about = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${platform()} ${release()}, Node ${process.version}, two shared cores: wall times are noisy`,
    runs: runs.length,
    planned,
    contenders: contenders.map(({ name, setting }, index) => ({ name, version: versions[index], setting })),
  };
  await mkdir(results, { recursive: true });
  await writeFile(`${results}detection.json`, `${JSON.stringify({ ...about, scores }, null, 2)}\n`);
  const lines = [
    `Measured ${about.date} (${about.machine}). ${runs.length} of ${planned} runs.`,
    '',
    ...table(scores, versions),
    '',
    ...areas(scores),
    '',
    ...missedByAssay(scores),
  ];
  await writeFile(`${results}detection.md`, `${lines.join('\n')}\n`);
}

const rule = (count: number): string => row('---', ...Array.from({ length: count - 1 }, () => '---:'));
const range = ({ median, low, high }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;

function table(scores: readonly Score[], versions: readonly string[]): string[] {
  const head = [
    'contender',
    'faults carried by rules',
    'faults of strangers, first set',
    'faults of strangers, second set',
    'conforming servers reported',
    'of these beyond what it says of the default one',
    'requests',
    'seconds on the default server',
  ];
  const of = ({ found, missed }: Score, kind: string): string => {
    const isOf = (name: string): boolean => name.startsWith(`${kind}: `);
    return `${found.filter(isOf).length} of ${[...found, ...missed].filter(isOf).length}`;
  };
  return [
    row(...head),
    rule(head.length),
    ...scores.map((score, index) =>
      row(
        `${score.contender} ${versions[index]}`,
        of(score, 'carried'),
        of(score, 'stranger'),
        of(score, 'stranger-2'),
        `${score.falsePositives.length} of ${score.conforming}`,
        score.falsePositivesBeyondDefault.length,
        range(score.requests, 0),
        range(score.seconds, 1),
      ),
    ),
  ];
}

function areas(scores: readonly Score[]): string[] {
  const names = [...new Set(variants.filter(({ kind }) => kind !== 'honest').map(({ area }) => area))];
  const head = ['area', ...scores.map(({ contender }) => contender)];
  return [
    row(...head),
    rule(head.length),
    ...names.map((area) => {
      const isOf = (name: string): boolean => name.split(': ')[1] === area;
      const cell = ({ found, missed }: Score): string =>
        `${found.filter(isOf).length} of ${[...found, ...missed].filter(isOf).length}`;
      return row(area, ...scores.map(cell));
    }),
  ];
}

function missedByAssay(scores: readonly Score[]): string[] {
  const ours = scores.find(({ contender }) => contender === 'assay');
  const finders = (name: string): string =>
    scores
      .filter(({ found }) => found.includes(name))
      .map(({ contender }) => contender)
      .join(', ') || 'nobody';
  return [
    'Missed by assay:',
    '',
    ...(ours?.missed ?? []).map((name) => `- ${name} (found by ${finders(name)})`),
  ];
}
