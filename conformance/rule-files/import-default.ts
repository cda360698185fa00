import { realpath, stat } from 'node:fs/promises';
import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { shippedFolder } from '../../src/contract/contract-folder.ts';
import { faultOfImport } from './rule-file-faults.ts';

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
