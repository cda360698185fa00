import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command, inPath } from './command.ts';
import { type Generator, programs } from './generator.ts';

const root = new URL('../..', import.meta.url).pathname;

/** @hey-api/openapi-ts. */
export const heyApi: Generator = {
  missing: async () => undefined,
  install: async () => inPath(join(root, 'tools/generators/node_modules/.bin')),
  build: async (folder) => {
    const file = join(folder, 'with-hey-api.ts');
    await copyFile(join(programs, 'typescript', 'with-hey-api.ts'), file);
    const libraries = ['--lib', 'es2024,dom,dom.iterable', '--types', '', '--skipLibCheck'];
    const options = ['--strict', '--module', 'preserve', '--allowImportingTsExtensions'];
    const checked = ['tsc', '--ignoreConfig', '--target', 'es2024', ...libraries] as const;
    await command(root, [...checked, '--noEmit', ...options, file]);
    // Generated files import one another without an extension, which Node only takes of CommonJS.
    const written = ['--module', 'commonjs', '--outDir', join(folder, 'built')];
    await command(root, [...checked, ...written, file]);
    const start = `require('./built/with-hey-api.js').read(process.argv.slice(2)).then((lines) => console.log(lines.join('\\n')));`;
    await writeFile(join(folder, 'start.cjs'), start);
    return [process.execPath, 'start.cjs'];
  },
};
