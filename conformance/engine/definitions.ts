import { readdir } from 'node:fs/promises';

const conformance = new URL('../', import.meta.url);

/** What a subject may define: a file of that name, or a folder of files, anywhere below the folder of the subject. */
export type DefinitionKind = 'rules' | 'experiments' | 'observations' | 'from-contract';

/** A file, by its path below the folder it was found in, and what it exports by default. */
type DefinitionFile = { readonly path: string; readonly value: unknown };

/** The names of the files that define something of a kind, among all that a folder holds. */
export const definingFiles = (names: readonly string[], kind: DefinitionKind): string[] =>
  names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.[jt]s$`).test(name))
    .sort();

/** What the files of a subject in `conformance/` define. The build replaces this file by one that has them all. */
export async function definitionsIn(
  subject: string,
  kind: DefinitionKind,
): Promise<readonly DefinitionFile[]> {
  const root = new URL(`${subject}/`, conformance);
  const names = await readdir(root, { recursive: true }).catch(() => []);
  return Promise.all(
    definingFiles(names, kind).map(async (path) => {
      const { default: value } = (await import(new URL(path, root).href)) as { default: unknown };
      return { path, value };
    }),
  );
}
