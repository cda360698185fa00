import { isDeepStrictEqual } from 'node:util';
import { alternativesOf, combinedSchema, nameOf } from '../../src/contract/combine.ts';
import { type Constraint, firstPath } from '../../src/contract/contract.ts';
import {
  isChanging,
  isWriting,
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { idSchemaIn, recordSchemaOf } from '../../src/contract/record.ts';
import { creatorOf, readerOf } from '../../src/contract/related-operations.ts';
import { listedValues, namedTypes } from '../../src/contract/satisfiable.ts';
import {
  allows,
  exampleIn,
  fitText,
  fitValue,
  isAllowedText,
  type PatternTexts,
  sampleOf,
  schemaWithin,
  shownTexts,
} from '../../src/contract/schema-values.ts';
import { isJudged } from '../../src/json/formats.ts';
import { at, isObject, type Json, type JsonObject, type Path, withAt } from '../../src/json/json.ts';
import { inTime } from '../../src/json/matching.ts';
import { propertiesOf, requiredOf } from '../../src/json/schema-at.ts';
import { onceFor } from '../../src/once.ts';
import type { ContractAndTarget } from '../core/context.ts';
import { fillNonce, nonce, nonceUuid, nonceWithin } from '../core/nonces.ts';
import { type KnownGood, knownGoodOf } from '../core/target.ts';
import { creationProfile } from './creation-profile.ts';

export const isOptional = (
  contract: WithOperations,
  operation: OperationId,
  path: readonly string[],
): boolean =>
  isWriting(operationIn(contract, operation)) &&
  creationProfile(contract, operation).optionalFields.some(
    (one) => one === path[operationIn(contract, operation).sentIn.length],
  );

export const isWithinOptional = (
  contract: WithOperations,
  operation: OperationId,
  path: readonly string[],
): boolean =>
  path.length > operationIn(contract, operation).sentIn.length + 1 && isOptional(contract, operation, path);

/** The known-good values of an operation; what changes a record takes those of its creation, unless it has its own. */
export function knownGoodFor(
  { contract, target }: ContractAndTarget,
  operation: OperationId,
): readonly [KnownGood, ...KnownGood[]] {
  const own = operationIn(contract, operation);
  const creator = isChanging(own) && !target.known[operation] ? creatorOf(contract, operation) : undefined;
  return knownGoodOf(target, creator?.id ?? operation);
}

/**
 * The smallest valid body with some optional fields, made from the request schema and the known-good values, with
 * what every request of the operation has.
 */
export function validBody(
  materials: ContractAndTarget,
  operation: OperationId,
  fields: readonly string[] = [],
  knownGood: KnownGood = knownGoodFor(materials, operation)[0],
): Json {
  const { operations } = materials.contract;
  const schema = keptSchemasOf(operations)(operationIn({ operations }, operation));
  return inTime(() => example(schema, [], choiceFor(materials, operation, fields, knownGood))).value;
}

const formKeywords = ['format', 'pattern', 'enum', 'const', 'minLength', 'maxLength', 'minimum', 'maximum'];

/**
 * The schema of a request whose fields are as the responses show them, too, where both can be kept: what is returned as it
 * was sent has to be what a response may show, and an id what the path of the record takes.
 */
const keptSchemasOf = onceFor((operations: WithOperations['operations']) =>
  onceFor((operation: Operation): JsonObject => {
    const { request = {}, sentIn, id } = operation;
    const place = sentIn.flatMap((step) => ['properties', step]);
    const fields = at(request, ...place, 'properties');
    if (!isObject(fields)) return request;
    const shown = [operation, readerOf({ operations }, id)].flatMap((one) =>
      one ? recordSchemaOf(one) : [],
    );
    const idSchema = idSchemaIn({ operations }, operation);
    const kept = Object.entries(fields).map(([name, field]): [string, Json] => {
      const forms = [
        ...shown.map((schema) => at(schema, 'properties', name)),
        ...(String(operation.idPlace) === name ? [idSchema] : []),
      ]
        .filter(isObject)
        .map(formKeywordsOf);
      return [name, isObject(field) ? (combinedSchema([field, ...forms]) ?? field) : field];
    });
    return withAt(request, [...place, 'properties'], Object.fromEntries(kept)) as JsonObject;
  }),
);

const formKeywordsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => formKeywords.includes(keyword)));

function choiceFor(
  { contract }: ContractAndTarget,
  operation: OperationId,
  fields: readonly string[],
  knownGood: KnownGood,
): ValueChoice {
  const { sentIn, idPlace } = operationIn(contract, operation);
  const wanted = [...creationProfile(contract, operation).alwaysSent, ...fields];
  const { texts } = contract;
  return { knownGood, sentIn, idAt: [...sentIn, ...idPlace], wanted, ...(texts ? { texts } : {}) };
}

/** A value for each alternative at a place of a request, by its name: the smallest one, and one with all fields. */
export function alternativeValues(
  materials: ContractAndTarget,
  constraint: Constraint,
): (readonly [name: string, value: Json])[] {
  const { operation } = constraint;
  const { request } = operationIn(materials.contract, operation);
  const path = firstPath(constraint);
  const [knownGood] = knownGoodFor(materials, operation);
  const schema = schemaWithin(request, path);
  return alternativesOf(schema)
    .slice(0, mostAlternatives)
    .flatMap((one) => {
      const all = Object.keys(at(one, 'properties') ?? {});
      const [least, whole] = [[], all].map((fields) => {
        const choice = choiceFor(materials, operation, fields, knownGood);
        return inTime(() => example(one, path, choice)).value;
      });
      return [least, ...(isDeepStrictEqual(least, whole) ? [] : [whole])]
        .filter((value) => value !== undefined && allows(schema, value))
        .map((value) => [nameOf(one), value ?? null] as const);
    });
}

/** At most so many alternatives are sent. */
const mostAlternatives = 8;

type ValueChoice = {
  readonly knownGood: KnownGood;
  readonly sentIn: Path;
  /** Where a request has the id of the record, if clients choose it. */
  readonly idAt: Path;
  readonly wanted: readonly string[];
  readonly texts?: PatternTexts;
};

function example(schema: Json | undefined, path: Path, choice: ValueChoice): Json {
  const name = String(path.at(-1) ?? 'body');
  const known = knownValue(schema, path, choice);
  if (known !== undefined) return known;
  if (!isObject(schema) || listedValues(schema)) return sampleOf(schema, choice.texts);
  const [alternative] = alternativesOf(schema);
  if (alternative) return example(alternative, path, choice);
  if (schema.type === 'object') return exampleObject(schema, path, choice);
  // What an integer may be is often not in its schema, such as the number of a record that it refers to.
  if (schema.type === 'integer') return exampleIn(schema) ?? fitValue(schema, 5);
  if (schema.type === 'array' && isObject(schema.items) && schema.maxItems !== 0)
    return fitValue(schema, [example(schema.items, [...path, 0], choice)]);
  const uuid = String(path) === String(choice.idAt) ? nonceUuid : madeUp(name);
  const ofFormat = (schema.format === 'uuid' ? [uuid] : emailAddresses).find(
    (text) => isJudged(schema.format) && isAllowedText(schema, text),
  );
  if (namedTypes(schema)?.includes('string') && ofFormat !== undefined) return ofFormat;
  const isText = namedTypes(schema)?.find((one) => one !== 'null') === 'string';
  if (!isText || isJudged(schema.format)) return sampleOf(schema, choice.texts);
  return validText(schema, `assay ${nonce}`, choice.texts);
}

function exampleObject(schema: JsonObject, path: Path, choice: ValueChoice): JsonObject {
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const isChosen = (name: string): boolean => required.includes(name) || choice.wanted.includes(name);
  const chosen = Object.entries(properties).filter(([name]) => isChosen(name));
  const missing = Math.max(0, Number(schema.minProperties ?? 0) - chosen.length);
  const others = Object.entries(properties).filter(([name]) => !isChosen(name));
  const fields = [...chosen, ...others.slice(0, missing)];
  return Object.fromEntries(
    fields.flatMap(([name, inner]): [string, Json][] => {
      const place = [...path, name];
      const known = knownValue(inner, place, choice);
      const value = known ?? example(inner, place, choice);
      return required.includes(name) || known !== undefined || isAllowed(inner, value) ? [[name, value]] : [];
    }),
  );
}

/** Whether a schema allows a text, whatever its nonce; an optional field is left out where no such text is known. */
const isAllowed = (schema: Json, value: Json): boolean =>
  !isObject(schema) ||
  typeof value !== 'string' ||
  nonces.every(([ofRun, own]) => isAllowedText(schema, fillNonce(value, ofRun, own)));

/** The known-good value of a field of the record; `any` is none in particular. */
function knownValue(
  schema: Json | undefined,
  path: Path,
  { knownGood, sentIn }: ValueChoice,
): Json | undefined {
  const known = path.length === sentIn.length + 1 ? knownGood[String(path.at(-1))] : undefined;
  return at(schema, 'type') === 'object' && !isObject(known) ? undefined : known;
}

/** A server may take each address once. */
const emailAddresses = [`assay-${nonce}@example.com`, 'assay@example.com'];

/** An address of a form that narrow patterns reject: with dots, a plus sign and a subdomain. */
const unusual = `assay.${nonce}+box@mail.example.com`;

/** An unusual e-mail address for the field of a constraint; undefined if the field takes none. */
export function unusualAddress({ operations }: WithOperations, constraint: Constraint): string | undefined {
  const { keyword, value, operation } = constraint;
  if (keyword !== 'format' || value !== 'email') return undefined;
  const schema = schemaWithin(operationIn({ operations }, operation).request, firstPath(constraint));
  return isAllowed(schema, unusual) ? unusual : undefined;
}

/** A UUID that is not declared, the same for the same field. */
const madeUp = (name: string): string =>
  `a55a4000-0000-4000-8000-${Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)}`;

/** Text that a schema allows; with a nonce if its pattern allows one. */
function validText(schema: JsonObject, text: string, texts?: PatternTexts): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  // One less than the maximum, so that a server with a bound that is too narrow accepts it.
  const room = Math.max(least, most - 1);
  const bounded = [text, nonce].map((one) =>
    (one.length > most ? nonceWithin(room) || text.slice(0, room) : one).padEnd(least, 'a'),
  );
  const [shown = fillNonce(text, ...nonces[0])] = shownTexts(schema);
  return bounded.find((one) => isAllowed(schema, one)) ?? fitText(schema, shown, texts);
}

const nonces = [
  ['a55a4000', '0123456f'],
  ['00000000', '00000000'],
] as const;
