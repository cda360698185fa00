import { readdir } from 'node:fs/promises';

const conformance = new URL('../', import.meta.url);

/** The folders of the subjects: what schemas state, each kind of operation, and what each resource has of its own. */
const subjects = ['fields', 'create', 'list', 'read', 'keys', 'subscriptions', 'products'];

/** What a subject may define: a file of that name, or a folder of files, anywhere below the folder of the subject. */
export type DefinitionKind = 'rules' | 'experiments' | 'observations';

/** The paths of the files that define something of a kind, below the folder `conformance/`. */
export async function definingFiles(kind: DefinitionKind): Promise<readonly string[]> {
  const isDefining = new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.[jt]s$`);
  const names = await Promise.all(
    subjects.map(async (subject) => {
      const found = await readdir(new URL(`${subject}/`, conformance), { recursive: true }).catch(() => []);
      return found.map((name) => `${subject}/${name.replaceAll('\\', '/')}`);
    }),
  );
  return names
    .flat()
    .filter((name) => isDefining.test(name))
    .sort();
}

/** What the files of all subjects export by default that define something of a kind. The build replaces this file by one that has them all. */
export async function definitionsOf(kind: DefinitionKind): Promise<readonly unknown[]> {
  const files = await definingFiles(kind);
  return Promise.all(
    files.map(async (file) => {
      const { default: value } = (await import(new URL(file, conformance).href)) as { default: unknown };
      return value;
    }),
  );
}
