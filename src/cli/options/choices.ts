import { UserError } from '../../errors.ts';
import type { Choices } from '../../stub/choices/choices.ts';
import { choicesNamed, readChoicesFile } from '../../stub/choices/read-choices.ts';
import { type Io, resolvePath } from '../io/io.ts';

/** Reads the choices of a stub: a name, or a YAML or JSON file. */
export async function readChoices(nameOrFile: string, io: Io): Promise<Choices> {
  const named = choicesNamed(nameOrFile);
  if (named) return named;
  if (/\.(ya?ml|json)$/i.test(nameOrFile)) return readChoicesFile(resolvePath(io, nameOrFile));
  throw new UserError(
    `--choices ${nameOrFile} is unknown; write usual, contrary, random:SEED or a YAML file.`,
  );
}
