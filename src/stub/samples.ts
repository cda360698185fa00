import { collectionFields } from '../contract/collection-fields.ts';
import { alternativesOf } from '../contract/combine.ts';
import type { Contract, Fixture } from '../contract/contract.ts';
import { listsAllAtOnce, type Parameter } from '../contract/list.ts';
import { type DocumentPart, requestOf } from '../contract/openapi.ts';
import {
  collectionParameters,
  everyOperation,
  filledPath,
  type Operation,
  type OperationId,
  operationIn,
} from '../contract/operations.ts';
import { idSchemaIn, keyOfRecord, recordIdsIn, recordIn, recordSchemaOf } from '../contract/record.ts';
import { resolveReference } from '../contract/references.ts';
import { listedValues } from '../contract/satisfiable.ts';
import {
  allows,
  fitText,
  fitValue,
  isAllowedText,
  type PatternTexts,
  sampleOf,
} from '../contract/schema-values.ts';
import { statedResponse } from '../contract/statuses.ts';
import { compileSchema } from '../contract/validate.ts';
import { at, isObject, type Json, type JsonObject, objectIn } from '../json/json.ts';
import { propertiesOf, requiredOf, typesOf } from '../json/schema-at.ts';
import { onceFor } from '../once.ts';
import { pathBefore } from '../path-template.ts';
import { percentEncoded } from '../percent.ts';
import { usualChoices } from './choices.ts';
import type { ContractParts } from './operation.ts';

/** Records that no operation lists, but that can be read, or have records below them. */
type UnlistedRecords = {
  readonly operation: Operation;
  /** The path below which each of them has its own. */
  readonly path: string;
  readonly records: readonly JsonObject[];
};

type Samples = {
  readonly collections: readonly Fixture[];
  readonly unlisted: readonly UnlistedRecords[];
};

/** Equal texts, another letter case, and texts that begin or end with it, so that a filter or a sort can be wrong. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `${text} more`,
  (text) => `old ${text}`,
];

const firstDay = Date.UTC(2026, 0, 1);

const step = { pair: 5 * 3_600_000, second: 1000 };

/** Two values in a row are equal, or a second apart; there are several of a day. */
const instantFor = (number: number): string =>
  new Date(
    firstDay + Math.floor(number / 2) * step.pair + (number % 8 === 7 ? step.second : 0),
  ).toISOString();

const uuidFor = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const sampleTexts: Readonly<Record<string, (name: string, number: number) => string>> = {
  uuid: (_, number) => uuidFor(number),
  'date-time': (_, number) => instantFor(number),
  date: (_, number) => instantFor(24 * number).slice(0, 10),
  time: (_, number) => instantFor(number).slice(11),
  email: (name, number) => `${name}-${number}@example.com`,
  uri: (name, number) => `https://example.com/${name}/${number}`,
};

/** A value that a schema allows. Most numbers give another one, as far as the schema has others; `texts` match patterns. */
export function valueFor(name: string, schema: unknown, number: number, texts?: PatternTexts): Json {
  if (!isObject(schema)) return `${name} ${number}`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0)
    return valueFor(name, alternatives[number % alternatives.length], number, texts);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[number % schema.enum.length] ?? null;
  const types = typesOf(schema);
  if (types.includes('null') && types.length > 1 && number % 7 === 6) return null;
  const type = types.find((one) => one !== 'null');
  const given = givenBy(schema);
  if (typeof given[number % 5] === 'number') return given[number % 5] ?? null;
  if (type === 'integer' || type === 'number') return numberFor(schema, number);
  if (type === 'string') return sampleText(name, schema, number, texts);
  if (type === 'boolean') return number % 2 === 0;
  if (type === 'array') return listFor(name, schema, number, texts);
  if (type === 'object' || isObject(schema.properties)) return recordFor(schema, number, texts);
  return sampleOf(schema);
}

/** The values that a schema has as examples. */
const givenBy = ({ example = [], examples = [] }: JsonObject): readonly Json[] => [example, examples].flat();

function numberFor(schema: JsonObject, number: number): Json {
  const unit = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1;
  const least = Number(
    schema.minimum ?? (typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + unit : 0),
  );
  const most = Number(schema.maximum ?? Number.POSITIVE_INFINITY);
  const first = Math.ceil(least / unit);
  const count = Math.max(1, Math.floor(most / unit) - first + 1);
  // Some values come twice, and some have a fraction.
  const place = number % 6 === 5 ? number - 1 : number;
  const whole = (first + (Number.isFinite(count) ? place % count : place)) * unit;
  const mayBeFraction = schema.multipleOf === undefined && typesOf(schema).includes('number');
  return mayBeFraction && place % 4 === 1 && whole + 0.5 <= most ? whole + 0.5 : whole;
}

function sampleText(name: string, schema: JsonObject, number: number, texts?: PatternTexts): string {
  const format = sampleTexts[String(schema.format)];
  if (format) return format(name, number);
  const [given] = givenBy(schema);
  const base = typeof given === 'string' ? given : name;
  if (typeof given === 'string' && (number < 2 || schema.pattern !== undefined)) return given;
  const spell = spellings[number % spellings.length] ?? String;
  const text = fitText(schema, spell(`${base} ${Math.floor(number / spellings.length)}`));
  if (isAllowedText(schema, text)) return text;
  const drawn = texts?.get(String(schema.pattern))?.filter((one) => isAllowedText(schema, one)) ?? [];
  return drawn[number % drawn.length] ?? text;
}

function listFor(name: string, schema: JsonObject, number: number, texts?: PatternTexts): Json {
  const [least, most] = [Number(schema.minItems ?? 0), Number(schema.maxItems ?? Number.POSITIVE_INFINITY)];
  const length = Math.min(Math.max(least, number % 3), most);
  return Array.from({ length }, (_, index) => valueFor(name, schema.items, number + index, texts));
}

/** A record with all fields of its schema, or, for every third number, without those that it may leave out. */
function recordFor(
  schema: unknown,
  number: number,
  texts?: PatternTexts,
  always: readonly string[] = [],
): JsonObject {
  const alternatives = alternativesOf(schema);
  const stated = alternatives.length > 0 ? alternatives[number % alternatives.length] : schema;
  const required = requiredOf(stated);
  const fields = Object.entries(propertiesOf(stated)).filter(
    ([name]) => number % 3 !== 2 || always.includes(name) || required.includes(name),
  );
  return Object.fromEntries(fields.map(([name, inner]) => [name, valueFor(name, inner, number, texts)]));
}

const idForms: readonly ((name: string, number: number, length: number) => string)[] = [
  (name, number) => `${name}-${number}`,
  (_, number, length) => String(number).padStart(length, '0'),
  (_, number, length) => number.toString(16).padStart(length, '0'),
  (_, number, length) => number.toString(16).toUpperCase().padStart(length, '0'),
  (_, number, length) => lettersFor(number).padStart(length, 'a'),
  (_, number, length) => lettersFor(number).toUpperCase().padStart(length, 'A'),
];

const lettersFor = (number: number): string =>
  number.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

/** What all texts of a pattern begin with, such as `evt_` of `^evt_[0-9a-z]+$`. */
const literalBeginning = (pattern: string): string => /^\^?((?:[\w-](?![*+?{|]))*)/.exec(pattern)?.[1] ?? '';

/** Longer ids are not looked for, unless a schema asks for them. */
const longestId = 40;

/** Creates ids, each another one, in the form that a schema gives them. */
export const createIds = onceFor((schema: JsonObject): ((name: string, number: number) => Json) => {
  const type = typesOf(schema).find((one) => one !== 'null');
  if (type === 'integer' || type === 'number')
    return (_, number) => Math.max(1, Number(schema.minimum ?? 1)) - 1 + number;
  if (schema.format === 'uuid') return (_, number) => uuidFor(number);
  const least = Number(schema.minLength ?? 1);
  const beginning = literalBeginning(String(schema.pattern ?? ''));
  for (let length = least; length <= Math.max(least, longestId); length += 1)
    for (const form of idForms) {
      const written: typeof form = (name, number) =>
        beginning + form(name, number, Math.max(0, length - beginning.length));
      if (isAllowedText(schema, written('id', 100_000, length)))
        return (name, number) => {
          const id = written(name, number, length);
          return isAllowedText(schema, id) ? id : written('id', number, length);
        };
    }
  return (name, number) => fitText(schema, `${name}-${number}`);
});

/** The JSON examples of a request or a response in the OpenAPI file, the first first. */
function examplesIn(document: JsonObject, body: DocumentPart | undefined): readonly Json[] {
  const content = at(body?.found, 'content', 'application/json');
  const example = at(content, 'example') as Json | undefined;
  const several = at(content, 'examples');
  const named = Object.values(objectIn(several)).flatMap((one): Json[] => {
    const reference = at(one, '$ref');
    const found = typeof reference === 'string' ? resolveReference(document, reference) : one;
    const value = at(found, 'value') as Json | undefined;
    return value === undefined ? [] : [value];
  });
  return [...(example === undefined ? [] : [example]), ...named];
}

/** The records in the examples of an operation that keep its schema. */
function exampleRecords(contract: Contract, operation: Operation): readonly JsonObject[] {
  const schema = recordSchemaOf(operation);
  return examplesIn(contract.document, statedResponse(contract, operation, operation.success))
    .flatMap((body) =>
      operation.kind === 'list' ? (recordIdsIn(operation, body) ?? []) : (recordIn(operation, body) ?? []),
    )
    .filter(isObject)
    .filter((record) => compileSchema(schema)(record).length === 0);
}

/** Collections of one operation, at most. */
const mostCollections = 4;

const pageSizesOf = ({ list }: Operation): readonly number[] => {
  const usual = list?.usual ?? Math.min(usualChoices['default-page-size'], list?.bounds.largest ?? 1);
  const { largest = 0 } = list?.bounds ?? {};
  const most = list && listsAllAtOnce(list) ? list.bounds.maxItems : Number.POSITIVE_INFINITY;
  // More than a page can have, if that is not many, so that a page that is too large can be told.
  return [Math.max(2 * usual, largest <= mostOnLargest ? largest : 0) + 7, 7, 1, 0].map((size) =>
    Math.min(size, most),
  );
};

/** Collections with a greater largest page are shorter than it, so that a check stays quick. */
const mostOnLargest = 100;

/** The values of a parameter that its contract shows. */
const shownFor = (parameter: Parameter | undefined): readonly Json[] =>
  [parameter, parameter?.schema].flatMap((one) => [
    ...[(at(one, 'example') as Json | undefined) ?? []].flat(),
    ...Object.values(at(one, 'examples') ?? {}).map((example): Json => at(example, 'value') ?? example),
  ]);

/** Sample data for a contract: from the examples in its OpenAPI file, and from its schemas. */
export const samplesOf = onceFor((contract: Contract): Samples => {
  const all = everyOperation(contract);
  const collections: Fixture[] = [];
  const unlisted = new Map<string, UnlistedRecords>();
  let last = 0;

  /** Records of one collection; all of them, also examples, have the values in `same`. */
  function recordsOf(
    operation: Operation,
    count: number,
    examples: readonly JsonObject[],
    same: JsonObject,
    place?: string,
  ): JsonObject[] {
    const schema = recordSchemaOf(operation);
    const [idName = 'id'] = operation.idPlace.map(String);
    const idSchema = idSchemaIn(contract, operation);
    const sought = (operation.list?.filter?.fields ?? []).map(({ means, place: [name] }) => ({
      means,
      name,
    }));
    // Whether a filter for all values but one finds a record without a value shows only if there is one.
    const open = sought.filter(({ means }) => means === 'ne').map(({ name }) => name);
    const filtered = sought.flatMap(({ name }) => (open.includes(name) ? [] : String(name)));
    const shown = place === undefined || !idSchema ? [] : shownIds(place, idSchema);
    const made = Array.from({ length: Math.max(0, count - examples.length) }, (_, index) => {
      last += 1;
      const record = { ...recordFor(schema, last, contract.texts, [idName, ...filtered]), ...same };
      return operation.idPlace.length === 1 && idSchema
        ? { ...record, [idName]: shown[index] ?? createIds(idSchema)(idName, last) }
        : record;
    });
    const records = count === 0 ? [] : [...examples.map((one) => ({ ...one, ...same })), ...made];
    const byKey = new Map(records.map((one) => [keyOfRecord(operation, one) ?? JSON.stringify(one), one]));
    return [...byKey.values()];
  }

  /** The ids of records below a path that the contract shows. */
  const shownIds = (place: string, schema: JsonObject): readonly Json[] => {
    const found = all.flatMap(({ path, pathParameters, parameters }) =>
      pathParameters
        .filter((name) => pathBefore(path, name) === place && path.includes(`{${name}}`))
        .flatMap((name) => shownFor(parameters.find((one) => one.in === 'path' && one.name === name))),
    );
    return [...new Set(found)].filter((id) => allows(schema, id)).slice(0, mostCollections);
  };

  function valuesFor(operation: Operation, name: string, before: readonly string[]): readonly string[] {
    const parent = pathBefore(operation.path, name);
    const listing = all.find(({ kind, path }) => kind === 'list' && path === parent);
    const listed = collections.find(
      (one) => one.operation === listing?.id && String(one.values) === String(before),
    );
    const records = listing ? listed?.records : unlisted.get(parent)?.records;
    const source = listing ?? unlisted.get(parent)?.operation;
    if (records && source) return records.flatMap((one) => keyOfRecord(source, one) ?? []);
    const parameter = operation.parameters.find((one) => one.in !== 'header' && one.name === name);
    const stated = shownFor(parameter);
    const schema = isObject(parameter?.schema) ? parameter.schema : {};
    const given = listedValues(schema) ?? contract.texts?.get(String(schema.pattern)) ?? [];
    const made = Array.from({ length: mostCollections }, (_, index) =>
      valueFor(name, schema, spellings.length * (index + 1)),
    );
    const formed = given.length > 0 ? given.filter((value) => allows(schema, value)) : made;
    return [...new Set([...stated, ...formed].map(String))];
  }

  for (const operation of all.filter(({ kind }) => kind === 'create' || kind === 'read')) {
    const { kind, path, pathParameters } = operation;
    const place = kind === 'read' ? pathBefore(path, pathParameters.at(-1)) : path;
    const isListed = all.some((one) => one.kind === 'list' && one.path === place);
    // What stands below other records is not listed anywhere else.
    if (isListed || place.includes('{') || unlisted.has(place)) continue;
    const examples = exampleRecords(contract, operation);
    const records = recordsOf(operation, mostCollections, examples, {}, place);
    unlisted.set(place, { operation, path: place, records });
  }
  for (const operation of all
    .filter(({ kind }) => kind === 'list')
    .toSorted((one, other) => one.path.length - other.path.length)) {
    const places = collectionParameters(operation).reduce<readonly (readonly string[])[]>(
      (some, name) =>
        some
          .flatMap((before) => valuesFor(operation, name, before).map((value) => [...before, value]))
          .slice(0, mostCollections),
      [[]],
    );
    const given = (contract.fixtures ?? []).filter((one) => one.operation === operation.id);
    if (given.length > 0) {
      collections.push(...given);
      continue;
    }
    const sizes = pageSizesOf(operation);
    for (const [index, values] of places.entries())
      collections.push({
        operation: operation.id,
        values,
        records: recordsOf(
          operation,
          sizes[index] ?? 0,
          index === 0 ? exampleRecords(contract, operation) : [],
          sharedBy(operation, values),
          index === 0 ? operation.path : undefined,
        ),
      });
  }
  return { collections, unlisted: [...unlisted.values()] };
});

/** What a stub serves if its contract adds nothing: sample data, each operation as every one of its kind. */
export const partsOfSamples = (contract: Contract): ContractParts => ({
  name: `Sample data of ${at(contract.document, 'info', 'title') ?? 'this contract'}`,
  operations: {},
  collections: (stated) =>
    samplesOf(stated).collections.map(({ operation, values, records }) => ({
      list: operation,
      values,
      name: '',
      about: records.length === 1 ? '1 record' : `${records.length} records`,
      path: listingTarget(operationIn(stated, operation), values),
    })),
  known: {},
});

/** The path of a listing, with the query that selects a collection if its parameters are required there. */
export function listingTarget({ path, pathParameters, list }: Operation, values: readonly string[]): string {
  const target = filledPath(path, values.map(percentEncoded));
  const query = (list?.required ?? []).map((name, index): [string, string] => [
    name,
    values[pathParameters.length + index] ?? '',
  ]);
  return query.length === 0 ? target : `${target}?${new URLSearchParams(query)}`;
}

/** The fields of a record that have the name of a required parameter of its listing: they have its value. */
function sharedBy(operation: Operation, values: readonly string[]): JsonObject {
  return Object.fromEntries(
    collectionFields(operation).map(({ name, index, schema }) => {
      const value = values[index] ?? '';
      return [name, typesOf(schema).includes('string') ? value : Number(value)];
    }),
  );
}

/** A request body that an operation accepts: the first example that its schema allows, else one made from the schema. */
export function bodyFor(contract: Contract, operation: Operation): Json {
  const { place, request = {} } = operation;
  const { document } = contract;
  const [given] = examplesIn(document, requestOf(document, { path: place })).filter(
    (one) => compileSchema(request)(one).length === 0,
  );
  return given ?? fitValue(request, valueFor('', request, 1), contract.texts);
}

/** Values for the parameters of a path that lead to something; undefined if nothing is known below it. */
export function sampleValues(contract: Contract, path: string): readonly string[] | undefined {
  if (!path.includes('{')) return [];
  const { collections, unlisted } = samplesOf(contract);
  const listed = (place: string) =>
    collections.find(
      ({ operation, records }) => contract.operations[operation]?.path === place && records.length > 0,
    );
  const placed = (operation: OperationId, values: readonly string[]): readonly string[] =>
    values.slice(0, contract.operations[operation]?.pathParameters.length);
  const here = listed(path);
  if (here) return placed(here.operation, here.values);
  const [, parent] = /^(.*)\/\{[^{}]+\}$/.exec(path) ?? [];
  if (parent === undefined) {
    const shorter = path.replace(/\/[^/{}]*$/, '');
    return shorter === path ? undefined : sampleValues(contract, shorter);
  }
  const above = listed(parent);
  const source = above
    ? contract.operations[above.operation]
    : unlisted.find((one) => one.path === parent)?.operation;
  const [record] = (above ?? unlisted.find((one) => one.path === parent))?.records ?? [];
  const key = source && keyOfRecord(source, record);
  if (key === undefined) return undefined;
  return [...(above ? placed(above.operation, above.values) : []), key];
}
