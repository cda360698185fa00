// The environment variables that a target file uses: which it may use, which may be missing, and their values.

import { UserError } from '../../src/errors.ts';
import type { Environment } from '../../src/http/proxy-variables.ts';
import { isObject, type Json, type JsonObject, mapValues, type Path } from '../../src/json/json.ts';

/** A reference to a variable, or `$${` for what is none. */
const reference = /\$\$\{|\$\{([^}]*)\}/g;

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(reference)].flatMap(([, name]) => name ?? []);

/** Text as a target file has to contain it, so that no part of it is read as a variable. */
export const withoutReferences = (text: string): string => text.replaceAll('${', () => '$${');

/** Which tokens and headers may be missing, headers in lower case. */
export type Dispensable = {
  readonly token: boolean;
  readonly headers: 'all' | ReadonlySet<string>;
  readonly instead?: string;
};

/** For when nothing is sent. */
export const everyCredential: Dispensable = { token: true, headers: 'all' };

export function withoutUnsetCredentials(
  value: Json,
  environment: Environment,
  { token, headers, instead }: Dispensable,
): Json {
  const replaced = (name: string): [string, Json][] => (instead === undefined ? [] : [[name, instead]]);
  const isHeader = (name: string): boolean => headers === 'all' || headers.has(name.toLowerCase());
  const isUnset = (inner: Json): boolean =>
    typeof inner === 'string' &&
    namesIn(inner).some((name) => variableValue(environment, name) === undefined);
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

export const wholeVariable = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^\$\{([A-Za-z_]\w*)\}$/.exec(text)?.[1] : undefined;

/** Controls a stub, and must not reach another server. */
const controlToken = 'ASSAY_CONTROL_TOKEN';

/** A file that no option named could otherwise send any variable to its own server. */
const isOfAssay = (name: string): boolean => name.startsWith('ASSAY_') && name !== controlToken;

export const ownVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => isOfAssay(name)));

export function checkVariables(value: Json, where: (path: Path) => string, path: Path = []): void {
  if (typeof value === 'string') {
    const other = namesIn(value).find((name) => !isOfAssay(name));
    if (other === undefined) return;
    throw new UserError(
      `${where(path)}: a target file that you did not name may use only variables that begin with ASSAY_ (and not ${controlToken}), so not "${other}"; rename the variable, or name the file: assay check --target "${where(path).replace(/:\d+$/, '')}"`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) checkVariables(inner, where, [...path, name]);
}

const variableValue = (environment: Environment, name: string): string | undefined =>
  Object.hasOwn(environment, name) ? environment[name] : undefined;

export function expand(
  value: Json,
  environment: Environment,
  where: (path: Path) => string,
  path: Path = [],
): Json {
  if (typeof value === 'string') {
    // What follows could be a secret.
    if (value.replaceAll(reference, '').includes('${'))
      throw new UserError(
        `${where(path)}: "\${" has no "}" after the name of an environment variable; close it, or write "$\${" for the text itself.`,
      );
    return value.replaceAll(reference, (_, name: string | undefined) => {
      if (name === undefined) return '${';
      const found = variableValue(environment, name);
      if (found !== undefined) return found;
      throw new UserError(
        `${where(path)}: the environment variable "${name}" is not set; set it and run again.`,
      );
    });
  }
  if (Array.isArray(value))
    return value.map((item, index) => expand(item, environment, where, [...path, index]));
  if (!isObject(value)) return value;
  return mapValues(value, (inner, name) => expand(inner, environment, where, [...path, name]));
}
