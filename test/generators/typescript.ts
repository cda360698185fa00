import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, inPath, missing } from './command.ts';
import { blockInDocs } from './docs.ts';
import { type Command, type Environment, type Generator, programs } from './generator.ts';

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

/** Puts a program beside its client, makes sure that it compiles, and writes what Node runs. */
async function build(folder: string, program: string): Promise<Command> {
  const file = join(folder, `${program}.ts`);
  await copyFile(join(programs, 'typescript', `${program}.ts`), file);
  const libraries = ['--lib', 'es2024,dom,dom.iterable', '--types', '', '--skipLibCheck'];
  const options = ['--strict', '--module', 'preserve', '--allowImportingTsExtensions'];
  const checked = ['tsc', '--ignoreConfig', '--target', 'es2024', ...libraries] as const;
  await command(root, [...checked, '--noEmit', ...options, file]);
  // Generated files import one another without an extension, which Node only takes of CommonJS.
  const written = ['--module', 'commonjs', '--outDir', join(folder, 'built')];
  await command(root, [...checked, ...written, file]);
  const start = `require('./built/${program}.js').read(process.argv.slice(2)).then((lines) => console.log(lines.join('\\n')));`;
  await writeFile(join(folder, 'start.cjs'), start);
  return [process.execPath, 'start.cjs'];
}

/** orval, which writes the base URL into its client; the program puts that of the stub in its place. */
export const orval: Generator = {
  missing: missingNpm,
  install: async () => binaries(await installed()),
  place: (folder) => writeFile(join(folder, 'orval.config.json'), blockInDocs('json')),
  build: (folder) => build(folder, 'with-orval'),
};

/** @hey-api/openapi-ts. */
export const heyApi: Generator = {
  missing: async () => undefined,
  install: async () => binaries(join(root, 'tools', 'generators')),
  build: (folder) => build(folder, 'with-hey-api'),
};
