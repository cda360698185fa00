import { UserError } from '../../errors.ts';
import { isObject, type Path } from '../../json/json.ts';
import { nearest } from '../../nearest.ts';
import type { Alternative } from './choice.ts';
import { alternativeNamed, alternativesIn, type ChoiceId, choiceOf, choices, isChoice } from './choices.ts';

/** The key by which a file may name its JSON Schema. */
const schemaKey = '$schema';

/**
 * Reads choices, each with one of its alternatives. A mistake is a {@link UserError}; `where` says where in a file
 * something stands, and `under` at which path the choices do.
 */
export function readAlternatives(
  value: unknown,
  where: (path: Path) => string,
  under: Path = [],
): Map<ChoiceId, Alternative> {
  if (!isObject(value))
    throw new UserError(`${where(under)}: expected choices, each with one of its options.`);
  const named = Object.entries(value).filter(([id]) => id !== schemaKey);
  return new Map(
    named.map(([id, given]) => {
      const path = [...under, id];
      const fault = (what: string): UserError => new UserError(`${where(path)}: /${path.join('/')} ${what}`);
      if (!isChoice(id)) throw fault(unknown(id));
      const choice = choiceOf(id);
      const alternative = alternativeNamed(choice, given);
      if (alternative === undefined) {
        const [near] = nearest(String(given), choice.alternatives.map(String), 1);
        throw fault(
          `must be ${alternativesIn(choice)}${near === undefined ? '.' : `; did you mean "${near}"?`}`,
        );
      }
      return [id, alternative] as const;
    }),
  );
}

function unknown(id: string): string {
  const [near] = nearest(id, choices.keys(), 1);
  return `is an unknown choice; ${near === undefined ? 'assay clauses lists all choices.' : `did you mean "${near}"?`}`;
}
