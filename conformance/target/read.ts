import type { ErrorObject } from 'ajv';
import { UserError } from '../../src/errors.ts';
import type { Environment } from '../../src/http/proxy-variables.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { lazy } from '../../src/once.ts';
import { suggestion } from '../../src/words.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { stepsOf } from '../core/shape.ts';
import type { Origin, Origins } from '../core/target.ts';
import schema from './target.schema.json' with { type: 'json' };
import { checkBaseUrl, idOf, type NodeEntry, readPins, type TargetFile } from './target-file.ts';

/** Checks that the products of a target file do not contradict each other. */
export function checkProducts(file: TargetFile, where: (path: Path) => string): void {
  const { nodes = [] } = file;
  const places = [
    ...nodes.map((node, index) => ({ products: node, at: ['nodes', index] as Path })),
    { products: file, at: [] as Path },
  ];
  for (const { products, at } of places) checkPlace(products, (path) => [...at, ...path], where);
}

type Products = Pick<NodeEntry, 'live' | 'hidden' | 'curated'>;

function checkPlace(
  { live, curated = [], hidden = [] }: Products,
  within: (path: Path) => Path,
  where: (path: Path) => string,
): void {
  const complain = (path: Path, sentence: string): UserError =>
    new UserError(`${where(within(path))}: /${within(path).join('/')} ${sentence}`);
  const ids = (live ?? []).map((one) => idOf(one).toLowerCase());
  const isHidden = new Set(hidden.map((one) => idOf(one).toLowerCase()));
  for (const [place, id] of ids.entries()) {
    if (isHidden.has(id))
      throw complain(
        ['live', place],
        'is under "hidden", too; a product is either live or hidden: remove one.',
      );
    if (ids.indexOf(id) < place) throw complain(['live', place], 'is in the list twice; remove one.');
  }
  for (const [place, id] of curated.entries()) {
    if (isHidden.has(id.toLowerCase()))
      throw complain(['curated', place], 'is under "hidden", too; name only live products as curated.');
    if (live && !ids.includes(id.toLowerCase()))
      throw complain(['curated', place], 'is not under "live"; add it there, or remove it here.');
  }
}

/** Choices are checked by readPins; editors use the whole schema. */
export const formSchema: JsonObject = {
  ...(schema as JsonObject),
  properties: { ...schema.properties, choices: { type: 'object' } },
};

const validator = lazy(() => validatorOf(formSchema, 'written'));

/** Checks the form of a target file; the first mistake is a {@link UserError}, without values. */
export function checkForm(value: unknown, where: (path: Path) => string): TargetFile {
  const validate = validator();
  if (validate(value)) return value as TargetFile;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error('a target file was rejected without a reason');
  const path = pathOf(error, value);
  throw new UserError(`${where(path)}: ${describe(error)}`);
}

function pathOf({ instancePath, params }: ErrorObject, value: unknown): Path {
  const path = stepsOf(instancePath, value);
  const key: unknown = params.additionalProperty ?? params.propertyName;
  return typeof key === 'string' ? [...path, key] : path;
}

function describe({
  keyword,
  params,
  parentSchema,
  instancePath,
  propertyName,
  message,
}: ErrorObject): string {
  const place = instancePath || 'the target file';
  switch (keyword) {
    case 'additionalProperties': {
      const known = isObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
      const key = String(params.additionalProperty);
      return `"${key}" is not a key of ${place}; ${suggestion(key, known)}`;
    }
    case 'required':
      return `${place} has no "${params.missingProperty}"; add it.`;
    case 'type':
      return `${place} must be ${types[String(params.type)] ?? `one of ${params.type}`}; correct it.`;
    case 'minItems':
      return `${place} is an empty list; name at least one.`;
    case 'enum':
      return `${place} must be ${params.allowedValues.join(' or ')}; correct it.`;
    case 'const':
      return `${place} must be "${params.allowedValue}" or a map; correct it.`;
    case 'format':
      return `${place} must be ${formats[String(params.format)]}; correct it.`;
    case 'pattern':
      if (/^\/waivers\/\d+\/reason$/.test(place)) return `${place} is blank; say why the rule may fail.`;
      if (place === '/token' || place.startsWith('/token/'))
        return `${place} is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.`;
      if (place.endsWith('/currency')) return `${place} must be three capitals, such as USD; correct it.`;
      return propertyName === undefined
        ? `${place} is empty or contains a character that a header cannot contain; correct it.`
        : `${place} has a name that cannot be that of a header; correct it.`;
    default:
      return `${place} ${message}; correct it.`;
  }
}

const types: Record<string, string> = {
  string: 'a string (quote it if it looks like a number)',
  object: 'a map',
  array: 'a list',
  integer: 'a whole number',
  'string,object': 'text or a map',
  'object,array': 'a map, or a list of maps',
  'string,array': 'text, or a list of texts',
};

const formats: Record<string, string> = { uuid: 'a UUID', date: 'a date such as 2027-03-31' };

const reference = /\$\{([^}]*)\}/g;

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
    const other = [...value.matchAll(reference)]
      .map(([, name = '']) => name)
      .find((name) => !isOfAssay(name));
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

export type ReadTarget = {
  readonly file: TargetFile;
  readonly where: (path: Path) => string;
  readonly origins: Origins;
};

/**
 * Reads a target file. A mistake is a {@link UserError} with file, line and what to do. A file that was found, and
 * not named, may use only variables of assay.
 */
export async function readTarget(
  path: string,
  environment: Environment = process.env,
  { dispensable, isFound = false }: { readonly dispensable?: Dispensable; readonly isFound?: boolean } = {},
): Promise<ReadTarget> {
  const { value: written, where } = await readYaml(path);
  const usable = isFound ? ownVariables(environment) : environment;
  const value = dispensable ? withoutUnsetCredentials(written, usable, dispensable) : written;
  if (isFound) checkVariables(value, where);
  const file = checkForm(expand(value, usable, where), where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  if (file.publicUrl !== undefined) checkBaseUrl(file.publicUrl, `${where(['publicUrl'])}: /publicUrl`);
  readPins(file.choices, where);
  checkProducts(file, where);
  return { file, where, origins: originsIn(file, value, where) };
}

/** The base URL of a target file that was found, and not named; undefined if it has none. */
export async function baseUrlIn(path: string, environment: Environment): Promise<string | undefined> {
  const { value, where } = await readYaml(path);
  const written = isObject(value) ? value.baseUrl : undefined;
  // What is no text is reported where the whole file is read.
  if (typeof written !== 'string') return undefined;
  const at = ['baseUrl'];
  checkVariables(written, where, at);
  return checkBaseUrl(
    String(expand(written, ownVariables(environment), where, at)),
    `${where(at)}: /baseUrl`,
  );
}

function originsIn(file: TargetFile, written: Json, where: (path: Path) => string): Origins {
  const origins = new Map<string, Origin>();
  const take = (value: unknown, path: Path): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) take(inner, [...path, name]);
    if (typeof value !== 'string' || origins.has(value)) return;
    const variable = wholeVariable(at(written, ...path));
    origins.set(value, variable === undefined ? { place: where(path) } : { variable });
  };
  take(file.token, ['token']);
  take(file.headers, ['headers']);
  for (const [index, { payment }] of [file.subscription ?? {}].flat().entries())
    take(payment, ['subscription', ...(Array.isArray(file.subscription) ? [index] : []), 'payment']);
  return origins;
}
