import { UserError } from '../../errors.ts';
import { isObject, type Path } from '../../json/json.ts';
import { nearest } from '../../nearest.ts';
import {
  type ChoiceId,
  type ChoiceOption,
  choiceOf,
  choices,
  isChoice,
  optionNamed,
  optionsIn,
} from './choices.ts';

/** The key by which a file may name its JSON Schema. */
const schemaKey = '$schema';

/**
 * Reads choices, each with one of its options. A mistake is a {@link UserError}; `where` says where in a file
 * something is, and `under` at which path the choices do.
 */
export function readOptions(
  value: unknown,
  where: (path: Path) => string,
  under: Path = [],
): Map<ChoiceId, ChoiceOption> {
  if (!isObject(value))
    throw new UserError(`${where(under)}: expected choices, each with one of its options.`);
  const named = Object.entries(value).filter(([id]) => id !== schemaKey);
  return new Map(
    named.map(([id, given]) => {
      const path = [...under, id];
      const fault = (what: string): UserError => new UserError(`${where(path)}: /${path.join('/')} ${what}`);
      if (!isChoice(id)) throw fault(unknown(id));
      const choice = choiceOf(id);
      const option = optionNamed(choice, given);
      if (option === undefined) {
        const [near] = nearest(String(given), choice.options.map(String), 1);
        throw fault(`must be ${optionsIn(choice)}${near === undefined ? '.' : `; did you mean "${near}"?`}`);
      }
      return [id, option] as const;
    }),
  );
}

function unknown(id: string): string {
  const [near] = nearest(id, choices.keys(), 1);
  return `is an unknown choice; ${near === undefined ? 'assay clauses lists all choices.' : `did you mean "${near}"?`}`;
}
