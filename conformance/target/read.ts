import { dirname } from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Contract } from '../../src/contract/contract.ts';
import { UserError } from '../../src/errors.ts';
import type { Environment } from '../../src/http/proxy-variables.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { onceFor } from '../../src/once.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import type { Origin, Origins } from '../core/target.ts';
import { instanceSteps } from '../engine/schema-breaches.ts';
import { builtValidators } from './built-target-validators.ts';
import { type WrittenCollection, writtenIdOf } from './collections.ts';
import { schemaErrorWords } from './mistakes.ts';
import { checkBaseUrl, contractNamed, type NamedContract, readPins, type TargetFile } from './target-file.ts';
import { contractSchema, targetSchema } from './target-schema.ts';
import {
  checkVariables,
  type Dispensable,
  expand,
  ownVariables,
  wholeVariable,
  withoutUnsetCredentials,
} from './variables.ts';

/** Checks that what a target file declares of records does not contradict itself. */
function checkRecords(file: TargetFile, where: (path: Path) => string): void {
  const { collections = [] } = file;
  const places = [
    ...collections.map((collection, index) => ({ declared: collection, at: ['collections', index] as Path })),
    { declared: { ...file, holds: file.records }, at: [] as Path },
  ];
  for (const { declared, at: place } of places) {
    const name = place.length === 0 ? 'records' : 'holds';
    checkDeclared(declared, name, (path) => [...place, ...path], where);
  }
}

type DeclaredTarget = {
  readonly [Key in 'holds' | 'hidden' | 'order']?: WrittenCollection[Key] | undefined;
};

function checkDeclared(
  { holds, order = [], hidden = [] }: DeclaredTarget,
  name: 'holds' | 'records',
  within: (path: Path) => Path,
  where: (path: Path) => string,
): void {
  const complain = (path: Path, sentence: string): UserError =>
    new UserError(`${where(within(path))}: /${within(path).join('/')} ${sentence}`);
  const ids = (holds ?? []).map(writtenIdOf);
  const isHidden = new Set(hidden.map(writtenIdOf));
  for (const [place, id] of ids.entries()) {
    if (isHidden.has(id))
      throw complain(
        [name, place],
        'is under "hidden", too; a record is either listed or hidden: remove one.',
      );
    if (ids.indexOf(id) < place) throw complain([name, place], 'is in the list twice; remove one.');
  }
  for (const [place, id] of order.map(writtenIdOf).entries()) {
    if (isHidden.has(id))
      throw complain(['order', place], 'is under "hidden", too; give only records that are listed an order.');
    if (holds && !ids.includes(id))
      throw complain(['order', place], 'is not under "holds"; add it there, or remove it here.');
  }
}

/** Choices are checked by readPins; editors use the whole schema. */
export const formSchema = onceFor((contract: Contract): JsonObject => {
  const schema = targetSchema(contract);
  const properties = isObject(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...properties, choices: { type: 'object' } } };
});

const targetValidator = onceFor((schema: JsonObject) => validatorOf(schema, 'written', builtValidators));

/** Checks the form of a target file; the first mistake is a {@link UserError}, without values. */
function checkForm(contract: Contract, value: unknown, where: (path: Path) => string): TargetFile {
  checkSchema(formSchema(contract), value, where);
  return value as TargetFile;
}

function checkSchema(schema: JsonObject, value: unknown, where: (path: Path) => string): void {
  const validate = targetValidator(schema);
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error('a target file was rejected without a reason');
  const path = errorPath(error, value);
  throw new UserError(`${where(path)}: ${schemaErrorWords(error)}`);
}

function errorPath({ instancePath, params }: ErrorObject, value: unknown): Path {
  const path = instanceSteps(instancePath, value);
  const key: unknown = params.additionalProperty ?? params.propertyName;
  return typeof key === 'string' ? [...path, key] : path;
}

export type ReadTarget = {
  readonly file: TargetFile;
  /** The contract that is in force: that of the file, unless another one was given. */
  readonly contract: Contract;
  readonly where: (path: Path) => string;
  readonly origins: Origins;
};

type ReadingTerms = {
  readonly environment?: Environment;
  readonly dispensable?: Dispensable;
  readonly isFound?: boolean;
  /** Loads the contract that is in force; by default that of the file. */
  readonly load?: (named: NamedContract) => Promise<Contract>;
};

/**
 * Reads a target file. A mistake is a {@link UserError} with file, line and what to do. A file that was found, and
 * not named, may use only variables of assay.
 */
export async function readTarget(path: string, reading: ReadingTerms = {}): Promise<ReadTarget> {
  const { environment = process.env, dispensable, isFound = false } = reading;
  const { load = (named) => contractNamed(named, dirname(path)) } = reading;
  const { value: written, where } = await readYaml(path);
  const usable = isFound ? ownVariables(environment) : environment;
  const value = dispensable ? withoutUnsetCredentials(written, usable, dispensable) : written;
  if (isFound) checkVariables(value, where);
  const expanded = expand(value, usable, where);
  checkSchema(contractSchema, expanded, where);
  const contract = await load(expanded as NamedContract);
  const file = checkForm(contract, expanded, where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  if (file.publicUrl !== undefined) checkBaseUrl(file.publicUrl, `${where(['publicUrl'])}: /publicUrl`);
  readPins(contract, file.choices, where);
  checkRecords(file, where);
  return { file, contract, where, origins: originsIn(file, value, where) };
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
  take(file.known, ['known']);
  return origins;
}
