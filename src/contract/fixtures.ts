import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, objectIn, type Path, pointerTo } from '../json/json.ts';
import { schemaAt } from '../json/schema-at.ts';
import { suggestion } from '../words.ts';
import { readYaml } from '../yaml/yaml-file.ts';
import type { Contract, Fixture } from './contract.ts';
import { collectionParameters, type Operation, ofKind } from './operations.ts';
import { compileSchema } from './validate.ts';

/**
 * Reads sample data from a file, or from all files of a folder, for the stub of a contract: `collections`, each with `list`,
 * `at` and `records`. A record that the contract does not allow is a {@link UserError}.
 */
async function readFixtures(given: string | object, contract: Contract): Promise<readonly Fixture[]> {
  const fixtures: Fixture[] = [];
  const files =
    typeof given === 'string'
      ? await filesOfFixtures(given)
      : [{ value: given as Json, where: () => 'fixtures' }];
  for (const file of files) {
    const { value, where } = typeof file === 'string' ? await readYaml(file) : file;
    const collections = at(value, 'collections');
    if (!isObject(value) || Object.keys(value).join() !== 'collections' || !Array.isArray(collections))
      throw new UserError(
        `${where([])}: sample data are a map with "collections", a list; each entry has list, at and records.`,
      );
    for (const [index, entry] of collections.entries())
      fixtures.push(readFixture(contract, entry, (steps) => where(['collections', index, ...steps])));
  }
  return fixtures;
}

/** The contract with sample data of a file or a folder, or with the content of a file. */
export const withFixtures = async (contract: Contract, given: string | object): Promise<Contract> => ({
  ...contract,
  fixtures: await readFixtures(given, contract),
});

/** Whether a file in a folder of sample data has some, by its name. */
const isFixtureFileName = (name: string): boolean => /^[^.].*\.(ya?ml|json|ndjson)$/i.test(name);

/** The files of a path that is a file or a folder of sample data. */
export async function filesOfFixtures(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path}: cannot be read (${error.code ?? error.message}); check the path.`);
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter(isFixtureFileName).sort();
  if (names.length === 0)
    throw new UserError(`${path}: the folder contains no YAML or JSON file; add sample data there.`);
  return names.map((name) => join(path, name));
}

const fields = ['list', 'at', 'records'];

function readFixture(contract: Contract, entry: Json, where: (steps: Path) => string): Fixture {
  if (!isObject(entry)) throw new UserError(`${where([])}: a collection is a map with list, at and records.`);
  const unknown = Object.keys(entry).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw new UserError(
      `${where([unknown])}: "${unknown}" is an unknown field; ${suggestion(unknown, fields)}`,
    );
  const operation = listingNamed(contract, entry.list, where);
  return {
    operation: operation.id,
    values: collectionValues(operation, entry.at, where),
    records: fixtureRecords(operation, entry.records, where),
  };
}

function listingNamed(
  contract: Contract,
  named: Json | undefined,
  where: (steps: Path) => string,
): Operation {
  const listings = ofKind(contract, 'list');
  const [only, another] = listings;
  const found = named === undefined && !another ? only : listings.find(({ id }) => id === named);
  if (found) return found;
  const known = listings.map(({ id }) => id);
  throw new UserError(
    named === undefined
      ? `${where([])}: the contract has ${listings.length} operations that list; add list: with one of ${known.join(', ')}.`
      : `${where(['list'])}: no operation that lists is called "${named}"; ${suggestion(String(named), known)}`,
  );
}

function collectionValues(
  operation: Operation,
  given: Json | undefined,
  where: (steps: Path) => string,
): string[] {
  const names = collectionParameters(operation);
  const values = objectIn(given);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UserError(
      `${where(['at', unknown])}: "${unknown}" is no required parameter of ${operation.id}; remove it, or correct its name.`,
    );
  return names.map((name) => {
    const value = values[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new UserError(`${where(['at'])}: at has no ${name}, which ${operation.id} requires; add it.`);
  });
}

function fixtureRecords(
  { response, record }: Operation,
  given: Json | undefined,
  where: (steps: Path) => string,
): JsonObject[] {
  if (!Array.isArray(given))
    throw new UserError(`${where(['records'])}: records is not a list; write the records there, or [].`);
  const schema = at(schemaAt(response, record), 'items');
  const violationsOf = isObject(schema) ? compileSchema(schema) : () => [];
  return given.map((one, index) => {
    const [violation] = violationsOf(one);
    if (isObject(one) && !violation) return one;
    const place = violation ? `${pointerTo(['records', index])}${violation.pointer}` : '';
    throw new UserError(
      `${where(['records', index])}: ${violation ? `${place} ${violation.message} according to the contract` : 'a record is a map'}; correct it.`,
    );
  });
}
