import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { JsonObject } from '../../../src/json/json.ts';
import { execute } from '../../processes.ts';
import { type Contender, limitMs, type Said, timeless } from '../contender.ts';
import { narrowed, ownExamples } from '../contracts.ts';
import { allNodes, bearer, subscribable } from '../examples.ts';
import { installed } from '../places.ts';

const home = installed('schemathesis');
const command = `${home}venv/bin/schemathesis`;

const version = async (): Promise<string> =>
  (await execute(command, ['--version'], { folder: home, limitMs })).output.replace(/[^\d.]/g, '');

async function run(
  words: readonly string[],
  contract: JsonObject,
  baseUrl: string,
  folder: string,
  more: readonly string[] = [],
): Promise<Said> {
  await writeFile(`${folder}openapi.yaml`, stringify(contract, { aliasDuplicateObjects: false }));
  const all = [
    ...words,
    ...[
      'run',
      'openapi.yaml',
      '--seed',
      '20261121',
      '--url',
      baseUrl,
      '--header',
      `Authorization: ${bearer}`,
      '--no-color',
    ],
    ...more,
    ...['--report', 'junit', '--report-junit-path', 'junit.xml'],
  ];
  const nodes = allNodes.map(({ hierarchy, node }) => ({ hierarchy, node }));
  const environment = {
    BENCH_NODES: JSON.stringify(nodes),
    BENCH_IDS: JSON.stringify(subscribable),
    PYTHONPATH: '.',
  };
  const { code, output, isLate } = await execute(command, all, { folder, limitMs, environment });
  const report = await readFile(`${folder}junit.xml`, 'utf8').catch(() => '');
  if (isLate || report === '')
    return { findings: [], exit: code, trouble: isLate ? 'took too long' : output };
  return { findings: findingsIn(report), exit: code };
}

/** What a report calls failures: operation, code and title, and the lines that say what was wrong. */
function findingsIn(report: string): string[] {
  const cases = [...report.matchAll(/<testcase name="([^"]*)"[^>]*[^/]>([\s\S]*?)<\/testcase>/g)];
  const found = cases.flatMap(([, operation = '', text = '']) =>
    [...text.matchAll(/^- (.*)\n\n((?: {4}.*\n)*)/gm)].map(
      ([, title, detail = '']) =>
        `${operation}: ${title}: ${timeless(detail.split(/Hint:|Schema/)[0] ?? '')}`,
    ),
  );
  return [...new Set(found.map((finding) => finding.slice(0, 240)))];
}

/** Schemathesis as it comes. */
export const schemathesisDefaults: Contender = {
  name: 'Schemathesis, defaults',
  setting:
    'the contract with examples the server knows, the token as a header, a fixed seed; everything else as it comes, ' +
    'but for the stateful phase, for which the contract has no links and which takes longer than all others',
  version,
  run: (baseUrl, folder) =>
    run([], ownExamples(), baseUrl, folder, ['--phases', 'examples,coverage,fuzzing']),
};

/** Schemathesis with everything done for it that a patient operator would do. */
export const schemathesisTuned: Contender = {
  name: 'Schemathesis, tuned',
  setting:
    'schemathesis.toml and hooks.py: the contract narrowed to what the specification states (narrowed()), unknown ' +
    'parameters and members left alone, statuses and media types the contract does not state allowed, tokens of ' +
    'any kind allowed, all failures collected, well-formed ids replaced by those the server knows, deterministic, 30 examples; no stateful phase, for which ' +
    'the contract has no links',
  version,
  run: async (baseUrl, folder) => {
    for (const file of ['schemathesis.toml', 'hooks.py']) await copyFile(home + file, folder + file);
    return run(['--config-file', 'schemathesis.toml'], narrowed(), baseUrl, folder);
  },
};
