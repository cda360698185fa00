import { readdir } from 'node:fs/promises';

const conformance = new URL('../', import.meta.url);

const subjects: readonly string[] = ['fields', 'create', 'list', 'read', 'get', 'keys', 'subscriptions'];

/** What a subject may define, in a file or a folder of this name. */
export type DefinitionKind = 'rules' | 'experiments' | 'observations';

/** The files that define rules, experiments or observations, below `conformance/`. A folder that is not there is an error. */
export async function definingFiles(kind: DefinitionKind, folders = subjects): Promise<readonly string[]> {
  const isDefining = new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.[jt]s$`);
  const names = await Promise.all(
    folders.map(async (subject) => {
      const found = await readdir(new URL(`${subject}/`, conformance), { recursive: true });
      return found.map((name) => `${subject}/${name.replaceAll('\\', '/')}`);
    }),
  );
  return names
    .flat()
    .filter((name) => isDefining.test(name))
    .sort();
}

/** The default exports of these files. The build replaces this file by one that contains them. */
export async function definitionsOf(kind: DefinitionKind): Promise<readonly unknown[]> {
  const files = await definingFiles(kind);
  return Promise.all(
    files.map(async (file) => {
      const { default: value } = (await import(new URL(file, conformance).href)) as { default: unknown };
      return value;
    }),
  );
}
