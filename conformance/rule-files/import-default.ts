import { realpath, stat } from 'node:fs/promises';
import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { shippedFolder } from '../../src/contract/contract-folder.ts';
import { UserError } from '../../src/errors.ts';

/** Lets a rule import assay by name in a project without it, as an image or an executable runs it. */
const offerOwnPackage = (): nodeModule.ModuleHooks =>
  nodeModule.registerHooks({
    resolve: (name, context, next) => {
      try {
        return next(name, context);
      } catch (error) {
        if (name !== manifest.name && !name.startsWith(`${manifest.name}/`)) throw error;
        return next(name, { ...context, parentURL: import.meta.url });
      }
    },
  });

/** What a file of the user exports by default. What it throws is a `UserError` that names the file. */
export async function importDefault(file: string): Promise<unknown> {
  // What ships with assay does not change, and finds it by itself.
  const real = await realpath(file);
  if (real.startsWith(shippedFolder)) return defaultOf(await import(pathToFileURL(real).href));
  // Modules are cached by address, so a changed file needs another one.
  const { mtimeMs } = await stat(real);
  const address = `${pathToFileURL(real).href}?changed=${mtimeMs}`;
  const hook = offerOwnPackage();
  try {
    return defaultOf(await import(address));
  } catch (error) {
    throw faultOfImport(file, error);
  } finally {
    hook.deregister();
  }
}

const defaultOf = (module: { readonly default?: unknown }): unknown => module.default;

const remedies: Readonly<Record<string, string>> = {
  ERR_UNKNOWN_FILE_EXTENSION:
    'this Node was started without type stripping; drop --no-strip-types or --no-experimental-strip-types, or write the rule in JavaScript',
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING:
    'Node runs no TypeScript under node_modules; move the rule out of it, or write it in JavaScript',
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'Node only strips types; write it without enums, namespaces and the like',
  ERR_MODULE_NOT_FOUND: 'install what it imports, or correct the import',
};

export const faultIn = (file: string, what: string, remedy: string): UserError =>
  new UserError(`${file}: ${what}; ${remedy}.`);

export function faultOfImport(file: string, thrown: unknown): UserError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const isSyntax = thrown instanceof SyntaxError || code === 'ERR_INVALID_TYPESCRIPT_SYNTAX';
  const known = remedies[code];
  const what = isSyntax || known !== undefined ? 'cannot be imported' : 'throws when it is imported';
  return faultIn(`${file}${lineOf(file, thrown)}`, `${what} (${thrownWords(thrown)})`, known ?? 'correct it');
}

export const faultOfRun = (file: string, doing: string, thrown: unknown): string =>
  faultIn(`${file}${lineOf(file, thrown)}`, `throws while it ${doing} (${thrownWords(thrown)})`, 'correct it')
    .message;

const thrownWords = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).trim().split('\n')[0] ?? '';

function lineOf(file: string, thrown: unknown): string {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  for (const name of [pathToFileURL(file).href, file]) {
    const [, line] = stack.split(name)[1]?.match(/^(?:\?changed=[\d.]+)?:(\d+)/) ?? [];
    if (line !== undefined) return `:${line}`;
  }
  return '';
}
