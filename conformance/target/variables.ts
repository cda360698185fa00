// The environment variables that a target file uses: which it may use, which may be missing, and their values.

import { UserError } from '../../src/errors.ts';
import type { Environment } from '../../src/http/proxy-variables.ts';
import { isObject, type Json, type Path } from '../../src/json/json.ts';

const reference = /\$\{([^}]*)\}/g;

/** Which tokens and headers may be missing, headers in lower case, and what they are then. */
export type Dispensable = {
  readonly token: boolean;
  readonly headers: 'all' | ReadonlySet<string>;
  readonly instead?: string;
};

/** For when nothing is sent. */
export const everyCredential: Dispensable = { token: true, headers: 'all' };

export const wholeVariable = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^\$\{([A-Za-z_]\w*)\}$/.exec(text)?.[1] : undefined;

/** Controls a stub, and must not reach another server. */
const controlToken = 'ASSAY_CONTROL_TOKEN';

/** A file that no option named could otherwise send any variable to its own server. */
const isOfAssay = (name: string): boolean => name.startsWith('ASSAY_') && name !== controlToken;

export type ExpansionTerms = {
  readonly environment: Environment;
  readonly where: (path: Path) => string;
  /** Whether the file was found, and not named: then it may use only variables of assay. */
  readonly isFound?: boolean;
  readonly dispensable?: Dispensable | undefined;
};

const isDispensable = ({ token, headers }: Dispensable, [key, name]: Path): boolean =>
  (key === 'token' && token) ||
  (key === 'headers' && (headers === 'all' || headers.has(String(name).toLowerCase())));

/** Replaces variables by their values. A credential that may be missing is left out if its variable is not set. */
export function expand(value: Json, terms: ExpansionTerms, path: Path = []): Json | undefined {
  if (Array.isArray(value))
    return value.flatMap((item, index) => expand(item, terms, [...path, index]) ?? []);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const expanded = expand(inner, terms, [...path, name]);
        return expanded === undefined ? [] : [[name, expanded]];
      }),
    );
  if (typeof value !== 'string') return value;
  const { where, dispensable } = terms;
  const names = [...value.matchAll(reference)].map(([, name = '']) => name);
  const missing = names.find((name) => variableValue(name, terms) === undefined);
  if (missing !== undefined && dispensable && isDispensable(dispensable, path)) return dispensable.instead;
  // What follows could be a secret.
  if (value.replaceAll(reference, '').includes('${'))
    throw new UserError(
      `${where(path)}: "\${" has no "}" after the name of an environment variable; close it.`,
    );
  if (missing !== undefined) throw new UserError(`${where(path)}: ${whyMissing(missing, terms)}`);
  return value.replaceAll(reference, (_, name: string) => variableValue(name, terms) ?? '');
}

const variableValue = (name: string, { environment, isFound = false }: ExpansionTerms): string | undefined =>
  Object.hasOwn(environment, name) && (!isFound || isOfAssay(name)) ? environment[name] : undefined;

const whyMissing = (name: string, { isFound = false }: ExpansionTerms): string =>
  isFound && !isOfAssay(name)
    ? `a target file that you did not name may use only variables that begin with ASSAY_ (and not ${controlToken}), so not "${name}"; rename it, or name the file with --target.`
    : `the environment variable "${name}" is not set; set it and run again.`;
