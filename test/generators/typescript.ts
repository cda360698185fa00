import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, inPath, missing } from './command.ts';
import { blockInDocs } from './docs.ts';
import { type Environment, type Generator, programs, type Words } from './generator.ts';

const root = new URL('../..', import.meta.url).pathname;
const npm = join(programs, 'npm');

/** orval and Spectral, which bring so many packages that assay does without them until they are needed. */
export const installed = (): Promise<string> =>
  cached(join(npm, 'package.json'), async (folder) => {
    await cp(npm, folder, { recursive: true });
    await command(folder, [
      'npm',
      'install',
      '--no-package-lock',
      '--silent',
      '--ignore-scripts',
      '--prefer-offline',
    ]);
  });

/** Why npm cannot install anything here. */
export const missingNpm = (): Promise<string | undefined> => missing('npm', '--version');

/** The commands of the packages in a folder. */
const binaries = (folder: string): Environment => inPath(join(folder, 'node_modules', '.bin'));

/** Puts a program beside its client, makes sure that it compiles, and runs it. */
async function run(folder: string, program: string, words: Words): Promise<string> {
  const file = join(folder, program);
  await copyFile(join(programs, 'typescript', program), file);
  const libraries = ['--lib', 'es2024,dom,dom.iterable', '--types', '', '--skipLibCheck'];
  const options = ['--noEmit', '--strict', '--module', 'preserve', '--allowImportingTsExtensions'];
  await command(root, ['tsc', '--ignoreConfig', '--target', 'es2024', ...options, ...libraries, file]);
  const { read }: { read: (words: Words) => Promise<string[]> } = await import(/* @vite-ignore */ file);
  return `${(await read(words)).join('\n')}\n`;
}

/** orval, which writes the base URL into its client. */
export const orval: Generator = {
  missing: missingNpm,
  install: async () => binaries(await installed()),
  place: async (folder, [baseUrl = '']) => {
    const config = blockInDocs('json').replace('http://127.0.0.1:4010', baseUrl);
    await writeFile(join(folder, 'orval.config.json'), config);
  },
  run: (folder, words) => run(folder, 'with-orval.ts', words),
};

/** @hey-api/openapi-ts. */
export const heyApi: Generator = {
  missing: async () => undefined,
  install: async () => binaries(join(root, 'tools', 'generators')),
  run: (folder, words) => run(folder, 'with-hey-api.ts', words),
};
