import { packageRoot } from '../../src/package-root.ts';
import { type DefinitionKind, filesDefining } from './defining-files.ts';

const folder = 'spec/rules';

/** The files that define rules, experiments or observations of the shipped contract, by their paths in the checkout. */
export async function definingFiles(kind: DefinitionKind): Promise<readonly string[]> {
  const found = await filesDefining(kind, new URL(`${folder}/`, packageRoot));
  return found.map((name) => `${folder}/${name}`).sort();
}

/** The default exports of these files. The build replaces this file by one that contains them. */
export async function shippedDefinitions(kind: DefinitionKind): Promise<readonly unknown[]> {
  const files = await definingFiles(kind);
  return Promise.all(
    files.map(async (file) => {
      const { default: value } = (await import(new URL(file, packageRoot).href)) as { default: unknown };
      return value;
    }),
  );
}
