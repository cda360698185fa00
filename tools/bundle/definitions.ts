import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import type { DefinitionKind } from '../../conformance/engine/defining-files.ts';
import { type Definer, definingFiles } from '../../conformance/engine/definitions.ts';
import { nameOf, root } from './checkout.ts';

const kinds: readonly DefinitionKind[] = ['rules', 'experiments', 'observations'];

const definers: readonly Definer[] = ['kinds', 'shipped contract'];

/** The files that define rules, observations and experiments, imported all together instead of found one by one. */
export const withDefinitions: Plugin = {
  name: 'definitions',
  load: async (id) => {
    if (nameOf(id) !== 'conformance/engine/definitions.ts') return null;
    const found = await Promise.all(
      definers.flatMap((definer) =>
        kinds.map(async (kind) =>
          (await definingFiles(kind, definer)).map((path) => ({ kind, definer, path })),
        ),
      ),
    );
    const files = found.flat();
    const imports = files.map(
      ({ path }, index) => `import value${index} from ${JSON.stringify(join(root, path))};`,
    );
    const rows = files.map(
      ({ kind, definer }, index) => `{ kind: '${kind}', definer: '${definer}', value: value${index} },`,
    );
    return {
      code: `${imports.join('\n')}\nconst files = [${rows.join('\n')}];

export const definitionsOf = async (kind, definer) =>
  files.filter((file) => file.kind === kind && file.definer === definer).map(({ value }) => value);`,
      moduleType: 'js',
    };
  },
};
