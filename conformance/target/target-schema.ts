// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword of JSON Schema
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a target file names a variable

import type { Contract } from '../../src/contract/contract.ts';
import {
  collectionParameters,
  everyOperation,
  idsOf,
  isWriting,
  type Operation,
  type OperationId,
  ofKind,
  operationIn,
} from '../../src/contract/operations.ts';
import { fieldsOfRecord, idSchemaOf, requestFields } from '../../src/contract/record.ts';
import { allSchemes } from '../../src/contract/security.ts';
import { at, isObject, type Json, type JsonObject, mapValues } from '../../src/json/json.ts';
import { onceFor } from '../../src/once.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { TargetFile } from './target-file.ts';

/** The JSON Schema of the target files of a contract: it knows the operations, parameters and fields by their names. */
export const targetSchema = onceFor((contract: Contract): JsonObject => {
  const listings = ofKind(contract, 'list');
  const writing = everyOperation(contract).filter(isWriting);
  const schemes = allSchemes(contract.operations);
  // Passwords, and keys that are written as `Token …`.
  const mayHaveSpaces = schemes.some((one) => one.prefix === 'Basic' || (!one.prefix && one.in === 'header'));
  // biome-ignore format: one line a key
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'assay target file',
    description: 'What assay may use and expect of the server that it checks. ${NAME} is replaced by an environment variable.',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...contractProperties,
      baseUrl: { type: 'string', description: 'The base URL of the server; the command line takes precedence.' },
      publicUrl: { type: 'string', description: 'The base URL with which links begin, if it is another one.' },
      token: {
        description: 'What lets requests in: a bearer token, an API key, or user:password; one for all operations, or one for each operation or security scheme.',
        type: ['string', 'object'],
        if: { type: 'string' },
        then: { $ref: '#/$defs/token' },
        else: {
          additionalProperties: false,
          properties: Object.fromEntries([...idsOf(contract), ...schemes.map(({ name }) => name)].map((name) => [name, { $ref: '#/$defs/token' }])),
        },
      },
      headers: {
        type: 'object',
        description: 'Sent on every request.',
        propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
        additionalProperties: { type: 'string', pattern: '^[\\t -~\\u0080-\\u00ff]*$' },
      },
      writes: { enum: ['allow', 'deny'], description: 'Whether requests that create records may be sent; by default, on loopback only.' },
      settles: { type: 'string', pattern: durationPattern, description: 'How long after a request that changes something a reading may still show the old: 500ms, 2s.' },
      known: {
        type: 'object',
        description: 'Values that the server accepts in requests, by operation; a list of sets if it accepts each only once.',
        additionalProperties: false,
        properties: Object.fromEntries(writing.map(({ id }) => [id, severalSchema(nameOfKnown(id))])),
      },
      collections: {
        type: 'array',
        description: 'The collections to list, and what only you know of them.',
        ...(listings.length > 0 ? { items: collectionSchema(contract, listings) } : { maxItems: 0 }),
      },
      records: { type: 'array', description: 'Records that exist, in none of the collections.', items: recordOfAny(listings) },
      hidden: { type: 'array', description: 'Records that no collection must list.', items: recordOfAny(listings) },
      choices: {
        description: 'The options that the server must take where the specification leaves a choice; checked like rules.',
        ...(contract.hasDerivedClauses ? { type: 'object' } : { $ref: '../../spec/choices.schema.json' }),
      },
      waivers: { type: 'array', items: { $ref: '#/$defs/waiver' } },
      rules: { description: 'Files of house rules, as a pattern or several.', type: ['string', 'array'], minLength: 1, minItems: 1, items: { type: 'string', minLength: 1 } },
      clauses: { description: 'The clauses of the house rules; by default clauses.yaml beside the first of them.', type: 'string' },
    } satisfies Readonly<Record<Exclude<keyof TargetFile, symbol>, JsonObject>>,
    $defs: {
      token: { type: 'string', pattern: mayHaveSpaces ? '^[^\\p{Cc}]+$' : '^[!-~]+$' },
      waiver,
      ...Object.fromEntries(writing.map((one) => [nameOfKnown(one.id), knownSchema(one)])),
      ...Object.fromEntries(listings.map((one) => [nameOfRecord(one.id), recordSchema(one)])),
    },
  };
});

/** The properties that say which contract is in force, and so what the others may be. */
const contractProperties = {
  contract: { type: 'string', description: 'The OpenAPI file of the interface; by default the shipped one.' },
  overlays: { type: 'array', items: { type: 'string' }, description: 'OpenAPI Overlays on the contract.' },
} as const satisfies JsonObject;

/** What must be right before the contract can be loaded. */
export const contractSchema: JsonObject = { type: 'object', properties: contractProperties };

const durationPattern = '^\\d+(\\.\\d+)?(ms|s)$';

const waiver = {
  type: 'object',
  additionalProperties: false,
  required: ['rule', 'reason', 'until'],
  properties: {
    rule: {
      type: 'string',
      description:
        'The id of a rule or choice/ and the id of a choice, a path that ids begin with, or a glob.',
    },
    reason: { type: 'string', pattern: '\\S', description: 'Why the rule may fail until then.' },
    until: { type: 'string', format: 'date', description: 'The last day on which it applies, in UTC.' },
  },
} as const satisfies JsonObject;

function collectionSchema(contract: Contract, listings: readonly Operation[]): JsonObject {
  const [only, another] = listings;
  const list = { enum: listings.map(({ id }) => id), description: 'The operation that lists it.' };
  const keys = { at: {}, holds: {}, hidden: {}, order: {} };
  if (only && !another)
    return {
      type: 'object',
      additionalProperties: false,
      ...(collectionParameters(only).length > 0 ? { required: ['at'] } : {}),
      properties: { list, ...collectionKeys(contract, only) },
    };
  return {
    type: 'object',
    additionalProperties: false,
    required: ['list'],
    properties: { list, ...keys },
    allOf: listings.map((one) => ({
      if: { properties: { list: { const: one.id } }, required: ['list'] },
      then: {
        ...(collectionParameters(one).length > 0 ? { required: ['at'] } : {}),
        properties: collectionKeys(contract, one),
      },
    })),
  };
}

function collectionKeys(contract: Contract, listing: Operation): JsonObject {
  const names = collectionParameters(operationIn(contract, listing.id));
  const record = referenceTo(nameOfRecord(listing.id));
  return {
    at: {
      description: 'The values of the parameters that name the collection.',
      type: 'object',
      additionalProperties: false,
      required: [...names],
      properties: Object.fromEntries(names.map((name) => [name, parameterSchema(listing, name)])),
    },
    holds: { description: 'Exactly the records that are listed.', type: 'array', items: record },
    hidden: {
      description: 'Records that belong to the collection and must not be listed.',
      type: 'array',
      items: record,
    },
    order: {
      description: 'Records that are listed in this order; an empty list says that no order is declared.',
      type: 'array',
      uniqueItems: true,
      items: idForm(listing),
    },
  };
}

const parameterSchema = ({ parameters }: Operation, name: string): JsonObject =>
  plainSchema(parameters.find((one) => one.in !== 'header' && one.name === name)?.schema ?? {});

const anyId = { type: ['string', 'integer'] } as const satisfies JsonObject;

const idForm = (listing: Operation): JsonObject => {
  const schema = plainSchema(idSchemaOf(listing));
  return schema.type === undefined ? anyId : schema;
};

const recordWith = (id: JsonObject, fields: JsonObject): JsonObject => ({
  description: 'An id, or a map of an id and of fields that the record must have with exactly these values.',
  type: [...[id.type ?? []].flat(), 'object'],
  if: { type: 'object' },
  then: { additionalProperties: false, required: ['id'], properties: { ...fields, id } },
  else: id,
});

const anyRecord: JsonObject = {
  ...recordWith(anyId, {}),
  then: { required: ['id'], properties: { id: anyId } },
};

const recordSchema = (listing: Operation): JsonObject =>
  recordWith(
    idForm(listing),
    Object.fromEntries([...fieldsOfRecord(listing)].map(([name, { schema }]) => [name, plainSchema(schema)])),
  );

/** A record of any listing: of the only one, or of all with the same records. */
function recordOfAny(listings: readonly Operation[]): JsonObject {
  const different = new Set(listings.map((one) => JSON.stringify(recordSchema(one))));
  const [first] = listings;
  return first && different.size === 1 ? referenceTo(nameOfRecord(first.id)) : anyRecord;
}

const nameOfKnown = (id: OperationId): string => `known ${id}`;

const nameOfRecord = (id: OperationId): string => `record of ${id}`;

const referenceTo = (name: string): JsonObject => ({
  $ref: `#/$defs/${percentEncoded(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
});

/** One of what a name stands for, or a list of them. */
const severalSchema = (name: string): JsonObject => ({
  type: ['object', 'array'],
  if: { type: 'object' },
  then: referenceTo(name),
  else: { minItems: 1, items: referenceTo(name) },
});

/** What is known of the requests of an operation: the fields of its record that may be sent. */
function knownSchema(operation: Operation): JsonObject {
  const fields = Object.entries(requestFields(operation))
    .filter(([, schema]) => at(schema, 'readOnly') !== true && at(schema, 'const') === undefined)
    .map(([name, schema]) => [name, orAny(plainSchema(schema))] as const);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(fields) };
}

/** Instead of one object, every one may be accepted. */
const orAny = (schema: JsonObject): JsonObject =>
  schema.type === 'object'
    ? {
        description: 'any: every value is accepted. A map: one that is accepted.',
        type: ['string', 'object'],
        if: { type: 'string' },
        then: { const: 'any' },
        else: schema,
      }
    : schema;

const plainKeywords = [
  'type', 'format', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'required', 'description',
]; // biome-ignore format: one glance

const deepest = 4;

/** What a schema of a contract says of a value, for an editor and for a first mistake: no references, no extensions. */
function plainSchema(schema: Json | undefined | unknown, depth = 0): JsonObject {
  if (!isObject(schema)) return {};
  const kept = plainKeywords.flatMap((keyword) => {
    const value = schema[keyword];
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const { properties, items } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(isObject(properties) && depth < deepest
      ? {
          properties: mapValues(properties, (inner) => plainSchema(inner, depth + 1)),
        }
      : {}),
    ...(isObject(items) && depth < deepest ? { items: plainSchema(items, depth + 1) } : {}),
  };
}
