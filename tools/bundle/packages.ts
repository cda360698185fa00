import { cpSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { root } from './checkout.ts';

/** The packages that most checks load. */
const bundled = [
  '@x0k/json-schema-merge',
  'ajv',
  'ajv-formats',
  'commander',
  'fast-check',
  'fast-deep-equal',
  'http-link-header',
  'pure-rand',
  'undici',
  'yaml',
];

/** Whether an import stays one: of Node's own modules, and of packages that are not in the build. */
export const isExternal = (id: string): boolean => isBuiltin(id) || (isPackage(id) && !isBundled(id));

/** What the bundler itself returns along is part of the bundle. */
const isPackage = (id: string): boolean => /^[@\w]/.test(id) && !id.startsWith('@oxc-project/runtime/');

/** The compiler of schemas is large, and needed only where a contract is not the shipped one; its validators need little. */
const isBundled = (id: string): boolean =>
  bundled.some((name) => id === name || id.startsWith(`${name}/`)) &&
  !['ajv', 'ajv/dist/2020.js'].includes(id);

/** Copies the licences of the packages into a folder: whoever passes a package on passes its licence on with it. */
export function copyLicences(folder: string): void {
  for (const name of bundled) {
    const from = join(root, 'node_modules', name);
    const licence = readdirSync(from).find((file) => /^licen[cs]e/i.test(file));
    if (!licence) throw new Error(`${name} has no licence to pass on`);
    cpSync(join(from, licence), join(folder, `${name}.txt`));
  }
}
