import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { type DefinitionKind, definingFiles } from '../../conformance/engine/definitions.ts';
import { operationIds } from '../../src/contract/contract.ts';
import { nameOf, root } from './checkout.ts';

const conformance = join(root, 'conformance');

/** Where something of each kind is defined. */
const places: readonly (readonly [subject: string, kind: DefinitionKind])[] = [
  ...operationIds.flatMap((id) =>
    (['rules', 'observations', 'experiments'] as const).map((kind) => [id, kind] as const),
  ),
  ['every-operation', 'from-contract'],
  ['every-operation', 'rules'],
  ['creations', 'observations'],
];

/** The files that define rules, observations and experiments, imported all together instead of found one by one. */
export const withDefinitions: Plugin = {
  name: 'definitions',
  load: async (id) => {
    if (nameOf(id) !== 'conformance/engine/definitions.ts') return null;
    const found = await Promise.all(
      places.map(async ([subject, kind]) => {
        const names = await readdir(join(conformance, subject), { recursive: true }).catch(() => []);
        return definingFiles(names, kind).map((path) => ({ subject, kind, path }));
      }),
    );
    const all = found.flat();
    const imports = all.map(
      ({ subject, path }, index) =>
        `import value${index} from ${JSON.stringify(join(conformance, subject, path))};`,
    );
    const files = all.map(
      ({ subject, kind, path }, index) =>
        `{ place: ${JSON.stringify(`${subject}/${kind}`)}, path: ${JSON.stringify(path)}, value: value${index} },`,
    );
    return {
      code: `${imports.join('\n')}\nconst files = [${files.join('\n')}];
export const definitionsIn = async (subject, kind) => files.filter(({ place }) => place === \`\${subject}/\${kind}\`);`,
      moduleType: 'js',
    };
  },
};
