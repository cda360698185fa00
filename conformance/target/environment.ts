import { UserError } from '../../src/errors.ts';
import { isObject, type Json, type Path } from '../../src/json/json.ts';

/** The environment variables there are. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A copy in which every `${NAME}` of every string, at any depth, is the value of that variable.
 * `where` says where a path stands in the file.
 */
export function expand(
  value: Json,
  environment: Environment,
  where: (path: Path) => string,
  path: Path = [],
): Json {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (found !== undefined) return found;
      throw new UserError(
        `${where(path)}: the environment variable "${name}" is not set; set it and run again.`,
      );
    });
  }
  if (Array.isArray(value))
    return value.map((item, index) => expand(item, environment, where, [...path, index]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, expand(inner, environment, where, [...path, name])]),
  );
}
