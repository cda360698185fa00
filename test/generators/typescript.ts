import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, missing } from './command.ts';
import { contract, type Generator, programs, type Words } from './generator.ts';

const root = new URL('../..', import.meta.url).pathname;
const npm = join(programs, 'npm');

/** orval and Spectral, which together bring more packages than assay has. */
export const installed = (): Promise<string> =>
  cached(join(npm, 'package-lock.json'), async (folder) => {
    await cp(npm, folder, { recursive: true });
    await command(folder, ['npm', 'ci', '--silent', '--ignore-scripts', '--prefer-offline']);
  });

/** Why npm cannot install anything here. */
export const missingNpm = (): Promise<string | undefined> => missing('npm', '--version');

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
  install: installed,
  read: async (folder, words) => {
    const output = { target: 'orval.ts', client: 'fetch', baseUrl: words[0] };
    const config = join(folder, 'orval.config.json');
    await writeFile(config, JSON.stringify({ shop: { input: contract, output } }));
    const tool = join(await installed(), 'node_modules', '.bin', 'orval');
    await command(folder, [tool, '--config', config, '--fail-on-warnings']);
    return run(folder, 'with-orval.ts', words);
  },
};

/** @hey-api/openapi-ts. */
export const heyApi: Generator = {
  missing: async () => undefined,
  install: async () => undefined,
  read: async (folder, words) => {
    const output = { path: 'hey-api', module: { extension: '.ts' } };
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
    const config = join(folder, 'hey-api.json');
    await writeFile(config, JSON.stringify({ input: contract, output, plugins }));
    const tool = join(root, 'tools', 'generators', 'node_modules', '.bin', 'openapi-ts');
    await command(folder, [tool, '--file', config, '--no-log-file']);
    return run(folder, 'with-hey-api.ts', words);
  },
};
