import { packageRoot } from '../../src/package-root.ts';
import { type DefinitionKind, filesDefining } from './defining-files.ts';

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
  const names = await Promise.all(
    folders.map(async (folder) => {
      const found = await filesDefining(kind, new URL(`${folder}/`, packageRoot));
      return found.map((name) => `${folder}/${name}`);
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
