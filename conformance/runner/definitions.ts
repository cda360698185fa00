import { readdir } from 'node:fs/promises';

const conformance = new URL('../', import.meta.url);

/** A file, by its path below the folder it was found in, and what it exports by default. */
type DefinitionFile = { readonly path: string; readonly value: unknown };

/** The names of the files that define something, among all that a folder holds. */
export const definingFiles = (names: readonly string[]): string[] =>
  names
    .filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

/** What the files of a folder of `conformance/` define. The build replaces this file by one that has them all. */
export async function definitionsIn(folder: string): Promise<readonly DefinitionFile[]> {
  const root = new URL(folder, conformance);
  const names = await readdir(root, { recursive: true }).catch(() => []);
  return Promise.all(
    definingFiles(names).map(async (path) => {
      const { default: value } = (await import(new URL(path, root).href)) as { default: unknown };
      return { path, value };
    }),
  );
}
