import { readdir } from 'node:fs/promises';

/** What a subject may define, in a file or a folder of this name. */
export const definitionKinds = ['rules', 'experiments', 'observations'] as const;

export type DefinitionKind = (typeof definitionKinds)[number];

/** The files of a folder that define rules, experiments or observations, by their paths in it. */
export async function filesDefining(kind: DefinitionKind, folder: string | URL): Promise<readonly string[]> {
  const isDefining = new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.m?[jt]s$`);
  const found = await readdir(folder, { recursive: true });
  return found.map((name) => name.replaceAll('\\', '/')).filter((name) => isDefining.test(name));
}
