import { UserError } from '../../src/errors.ts';
import type { Environment } from '../../src/http/dispatcher.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';

/** A reference to a variable. */
const reference = /\$\{([^}]*)\}/g;

/** Which of the tokens and headers of a target file may be missing, headers by their names in lower case. */
export type Dispensable = {
  readonly token: boolean;
  readonly headers: 'all' | ReadonlySet<string>;
  /** What is used instead of them; undefined: they are left out. */
  readonly instead?: string;
};

/** What is dispensable if nothing is sent. */
export const everyCredential: Dispensable = { token: true, headers: 'all' };

/** A copy in which the dispensable tokens and headers whose variables are not set are left out, or replaced. */
export function withoutUnsetCredentials(
  value: Json,
  environment: Environment,
  { token, headers, instead }: Dispensable,
): Json {
  const replaced = (name: string): [string, Json][] => (instead === undefined ? [] : [[name, instead]]);
  const isHeader = (name: string): boolean => headers === 'all' || headers.has(name.toLowerCase());
  const isUnset = (inner: Json): boolean =>
    typeof inner === 'string' &&
    [...inner.matchAll(reference)].some(([, name = '']) => variableOf(environment, name) === undefined);
  const withoutUnset = (map: JsonObject, may: (name: string) => boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, inner]) =>
        may(name) && isUnset(inner) ? replaced(name) : [[name, inner]],
      ),
    );
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name === 'token' && token && isUnset(inner)) return replaced(name);
      if (name === 'token' && isObject(inner)) return [[name, withoutUnset(inner, () => token)]];
      return [[name, name === 'headers' && isObject(inner) ? withoutUnset(inner, isHeader) : inner]];
    }),
  );
}

/** The variable whose value a text is, if it is nothing else. */
export const wholeVariable = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^\$\{([A-Za-z_]\w*)\}$/.exec(text)?.[1] : undefined;

/** The token that controls a stub must not reach another server. */
const controlToken = 'ASSAY_CONTROL_TOKEN';

/** Whether a target file may use a variable that no option named: otherwise it could send whatever the environment holds to a server of its own. */
const isOwn = (name: string): boolean => name.startsWith('ASSAY_') && name !== controlToken;

/** The variables that a target file may use if no option named the file. */
export const ownVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => isOwn(name)));

/** Makes sure that a target file that no option named uses only the variables meant for it. */
export function checkVariables(value: Json, where: (path: Path) => string, path: Path = []): void {
  if (typeof value === 'string') {
    const other = [...value.matchAll(reference)].map(([, name = '']) => name).find((name) => !isOwn(name));
    if (other === undefined) return;
    throw new UserError(
      `${where(path)}: a target file that you did not name may use only variables that begin with ASSAY_ (and not ${controlToken}), so not "${other}"; rename it, or name the file with --target.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) checkVariables(inner, where, [...path, name]);
}

const variableOf = (environment: Environment, name: string): string | undefined =>
  Object.hasOwn(environment, name) ? environment[name] : undefined;

/**
 * A copy in which every `${NAME}` of every string, at any depth, is the value of that variable.
 * `where` says where a path is in the file.
 */
export function expand(
  value: Json,
  environment: Environment,
  where: (path: Path) => string,
  path: Path = [],
): Json {
  if (typeof value === 'string') {
    return value.replaceAll(reference, (_, name: string) => {
      const found = variableOf(environment, name);
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
