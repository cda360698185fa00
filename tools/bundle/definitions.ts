import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import type { DefinitionKind } from '../../conformance/engine/defining-files.ts';
import { definingFiles } from '../../conformance/engine/definitions.ts';
import { nameOf, root } from './checkout.ts';

const kinds: readonly DefinitionKind[] = ['rules', 'experiments', 'observations'];

/** The rules, observations and experiments of the shipped contract, imported all together instead of found one by one. */
export const withDefinitions: Plugin = {
  name: 'definitions',
  load: async (id) => {
    if (nameOf(id) !== 'conformance/engine/definitions.ts') return null;
    const found = await Promise.all(
      kinds.map(async (kind) => (await definingFiles(kind)).map((path) => ({ kind, path }))),
    );
    const files = found.flat();
    const imports = files.map(
      ({ path }, index) => `import value${index} from ${JSON.stringify(join(root, path))};`,
    );
    const rows = files.map(({ kind }, index) => `{ kind: '${kind}', value: value${index} },`);
    return {
      code: `${imports.join('\n')}\nconst files = [${rows.join('\n')}];

export const shippedDefinitions = async (kind) =>
  files.filter((file) => file.kind === kind).map(({ value }) => value);`,
      moduleType: 'js',
    };
  },
};
