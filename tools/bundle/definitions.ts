import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { definingFiles } from '../../conformance/runner/definitions.ts';
import { operationIds } from '../../src/contract/contract.ts';
import { nameOf, root } from './checkout.ts';

const conformance = join(root, 'conformance');

/** Folders of which every file defines something. */
const folders = [
  ...['rules', 'observations', 'experiments'].flatMap((kind) => operationIds.map((id) => `${kind}/${id}/`)),
  'rules/generated/',
  'rules/each/',
  'observations/each/',
];

/** The files that define rules, observations and experiments, imported all together instead of found one by one. */
export const withDefinitions: Plugin = {
  name: 'definitions',
  load: async (id) => {
    if (nameOf(id) !== 'conformance/runner/definitions.ts') return null;
    const found = await Promise.all(
      folders.map(async (folder) => {
        const names = await readdir(join(conformance, folder), { recursive: true }).catch(() => []);
        return definingFiles(names).map((path) => ({ folder, path }));
      }),
    );
    const all = found.flat();
    const imports = all.map(
      ({ folder, path }, index) =>
        `import value${index} from ${JSON.stringify(join(conformance, folder, path))};`,
    );
    const files = all.map(
      ({ folder, path }, index) =>
        `{ folder: ${JSON.stringify(folder)}, path: ${JSON.stringify(path)}, value: value${index} },`,
    );
    return {
      code: `${imports.join('\n')}\nconst files = [${files.join('\n')}];
export const definitionsIn = async (folder) => files.filter((file) => file.folder === folder);`,
      moduleType: 'js',
    };
  },
};
