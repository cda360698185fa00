import { join } from 'node:path';
import { folderOf, install, missing, startServer } from '../independent/server.ts';
import { copyServer } from './copy.ts';
import { differenceOf } from './difference.ts';
import { identify } from './identify.ts';
import type { Mutator, ServerMutant } from './mutator.ts';
import { readTexts } from './read-texts.ts';
import { runTool } from './run-tool.ts';

/** What handles requests. The environment, the tables, the data and the start of the process are left as they are. */
const files = [
  'src/app.js',
  'src/auth.js',
  'src/problem.js',
  'src/products.js',
  'src/routes/applicationKeys.js',
  'src/routes/nodeProducts.js',
  'src/routes/subscriptions.js',
  'src/validation.js',
];

const tool = join(import.meta.dirname, 'stryker');

/** What Stryker says of a mutant; lines and columns are counted from 0. */
type StrykerMutant = {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly mutatorName: string;
  readonly replacement: string;
};
type Position = { readonly line: number; readonly column: number };

/** Stryker's own numbers of the mutants, by which its instrumented files switch them on. */
const switches = new Map<string, string>();

/** StrykerJS puts all mutants into one copy of the server, each behind a switch that is read from the environment. */
export const mutator: Mutator = {
  server: 'express',
  tool: 'StrykerJS 10.1.1',
  missing: () => missing('express'),

  async generate(work) {
    await install('express');
    await runTool(tool, 'npm', 'install', '--no-package-lock', '--no-fund', '--no-audit', '--loglevel=error');
    await copyServer('express', work, 'node_modules');
    const source = folderOf('express');
    const listed = await runTool(tool, process.execPath, 'instrument.js', source, work, ...files);
    const found: readonly StrykerMutant[] = JSON.parse(listed);
    const texts = await readTexts(source, files);
    const mutants = identify(
      found.map(({ id, fileName, location, mutatorName, replacement }) => ({
        file: fileName,
        line: location.start.line + 1,
        column: location.start.column + 1,
        operator: mutatorName,
        diff: diffOf(fileName, texts.get(fileName) ?? '', location, replacement),
        number: id,
      })),
    );
    for (const { id, number } of mutants) switches.set(id, number);
    return mutants.map(({ column: _column, number: _number, ...mutant }) => mutant);
  },

  start: (work, mutant) => startServer('express', { folder: work, environment: switchFor(mutant) }),
};

function diffOf(
  file: string,
  text: string,
  { start, end }: StrykerMutant['location'],
  replacement: string,
): string {
  const lines = text.split('\n');
  const offset = ({ line, column }: Position): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  return differenceOf(file, text, text.slice(0, offset(start)) + replacement + text.slice(offset(end)));
}

function switchFor(mutant: ServerMutant | undefined): Readonly<Record<string, string>> {
  if (mutant === undefined) return {};
  const number = switches.get(mutant.id);
  if (number === undefined) throw new Error(`${mutant.id} is none of the mutants that were made`);
  return { __STRYKER_ACTIVE_MUTANT__: number };
}
