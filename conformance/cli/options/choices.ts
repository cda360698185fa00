import { UserError } from '../../../src/errors.ts';
import type { Imitation } from '../../../src/stub/choices/imitate.ts';
import { choicesNamed, readChoicesFile } from '../../../src/stub/choices/read-choices.ts';
import { type Io, resolvePath } from '../io/io.ts';

/** Reads how a stub is to go: a name, or a YAML or JSON file. */
export async function readChoices(nameOrFile: string, io: Io): Promise<Imitation> {
  const named = choicesNamed(nameOrFile);
  if (named) return { choices: named, notImitated: [] };
  if (/\.(ya?ml|json)$/i.test(nameOrFile)) return readChoicesFile(resolvePath(io, nameOrFile));
  throw new UserError(
    `--choices ${nameOrFile} is unknown; write \`default\`, \`contrary\`, \`random:SEED\` or a YAML or JSON file.`,
  );
}
