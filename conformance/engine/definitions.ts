import { readdir } from 'node:fs/promises';
import { packageRoot } from '../../src/package-root.ts';

/** What a subject may define, in a file or a folder of this name. */
export type DefinitionKind = 'rules' | 'experiments' | 'observations';

/** Whose definitions: those of the kinds are for any contract, those of the shipped contract for it alone. */
export type Definer = 'kinds' | 'shipped contract';

/** The folders of each. One that is not there is an error, since its rules would be missing without a word. */
const foldersOf: Readonly<Record<Definer, readonly string[]>> = {
  kinds: ['access', 'fields', 'create', 'list', 'read', 'replace', 'update', 'delete', 'life', 'get'].map(
    (kind) => `conformance/${kind}`,
  ),
  'shipped contract': ['spec/rules'],
};

/** The files that define rules, experiments or observations, by their paths in the checkout. */
export async function definingFiles(
  kind: DefinitionKind,
  definer: Definer,
  folders = foldersOf[definer],
): Promise<readonly string[]> {
  const isDefining = new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.[jt]s$`);
  const names = await Promise.all(
    folders.map(async (folder) => {
      const found = await readdir(new URL(`${folder}/`, packageRoot), { recursive: true });
      return found
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => isDefining.test(name))
        .map((name) => `${folder}/${name}`);
    }),
  );
  return names.flat().sort();
}

/** The default exports of these files. The build replaces this file by one that contains them. */
export async function definitionsOf(kind: DefinitionKind, definer: Definer): Promise<readonly unknown[]> {
  const files = await definingFiles(kind, definer);
  return Promise.all(
    files.map(async (file) => {
      const { default: value } = (await import(new URL(file, packageRoot).href)) as { default: unknown };
      return value;
    }),
  );
}
