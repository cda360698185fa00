import { type Constraint, type Contract, constraintsOf, firstPath } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { listedValues } from '../../src/contract/satisfiable.ts';
import {
  allows,
  distinctSamples,
  emailOfLength,
  fitText,
  nearestOf,
  sampleOf,
  schemaWithin,
  textOfLength,
} from '../../src/contract/schema-values.ts';
import { formatValues, isJudged } from '../../src/json/formats.ts';
import { isObject, isOfType, type Json, type JsonObject, withoutAt } from '../../src/json/json.ts';
import { matches } from '../../src/json/matching.ts';
import { propertiesOf, requiredOf } from '../../src/json/schema-at.ts';
import { textWithNonce } from '../core/nonces.ts';

/** Values that loose validators accept for a format, the first ones made from a text that has it. */
export function misshapen(format: Json, sound: string): readonly Json[] {
  if (format === 'email') return [`${sound} and others`, '@@@'];
  if (format === 'uuid')
    return [`${sound}-x`, `${sound.slice(0, -1)}g`, sound.replaceAll('-', ''), `${sound}\n`];
  return isJudged(format) ? formatValues[format].breaks : [];
}

/** Whether a text is certainly not in a format; a UUID in braces or as a URN is not certain. */
export function isMisshapen(format: Json, text: string): boolean {
  if (format === 'email')
    return !/[^@\s].*@[^@]*[^@\s]/s.test(text) || /@[^@"(]*[^@"(\s]\s+[^@"(\s][^@]*$/.test(text);
  const bare = text.replaceAll(/^(urn:uuid:)?\{?|\}$/gi, '');
  return format === 'uuid' && !/^[0-9a-f]{1,8}(-[0-9a-f]{1,12}){4}$/i.test(bare);
}

/**
 * Values that are not allowed, of the type of those that are: one text begins like the first, one has other letter case,
 * unless that is allowed too (READINGS 36).
 */
export function foreign(allowed: readonly Json[]): Json[] {
  const first = allowed.find((one) => typeof one === 'string');
  if (first !== undefined) return foreignTexts(first, allowed);
  const numbers = allowed.filter((one) => typeof one === 'number');
  if (numbers.length > 0) return [Math.floor(Math.max(...numbers)) + 1];
  const booleans = [true, false].filter((one) => !allowed.includes(one));
  return booleans.length === 1 ? booleans : ['something_else'];
}

function foreignTexts(first: string, allowed: readonly Json[]): string[] {
  let longer = `${first}_or_else`;
  while (allowed.includes(longer)) longer += '_or_else';
  const inOtherCase = [first.toUpperCase(), first.toLowerCase()].find((text) => !allowed.includes(text));
  return [longer, ...(inOtherCase === undefined ? [] : [inOtherCase])];
}

/** A value of each JSON type, the likeliest mistake first; null has rules of its own (READINGS 3). */
const kinds: readonly Json[] = [7, 'text', true, ['text'], {}];

/** The same where an integer is allowed: two of them look like one. */
const kindsBesideInteger: readonly Json[] = ['5', 5.5, true, [5], {}];

/** Values of the types that a constraint on types excludes. */
export function otherKinds(type: Json): Json[] {
  const types = [type].flat();
  return (types.includes('integer') ? kindsBesideInteger : kinds).filter(
    (value) => !types.some((one) => isOfType(one, value)),
  );
}

/** Text of a length for the field of a constraint that breaks nothing else. */
export const textAtLength = (contract: Contract, constraint: Constraint, length: number): string =>
  takesEmail(contract, constraint) && length >= 20 ? emailOfLength(length) : textWithNonce(length);

export const takesEmail = (contract: Contract, { operation, pointer }: Constraint): boolean =>
  constraintsOf(contract, operation).some(
    (other) => other.pointer === pointer && other.keyword === 'format' && other.value === 'email',
  );

/** The schema of the value that a constraint is about. */
export function schemaOfConstraint({ operations }: Contract, constraint: Constraint): JsonObject {
  const { parameters, request } = operationIn({ operations }, constraint.operation);
  const path = firstPath(constraint);
  if (constraint.side === 'request') return schemaWithin(request, path);
  return parameters.find(({ name }) => name === path[0])?.schema ?? {};
}

const signs = ['!', ' ', 'é', '\u00df', '_', '/', '0', 'A', 'a'];

/** Values that break only one constraint of a field: beyond a bound, the first. */
export function breakingOnly(contract: Contract, constraint: Constraint): Json[] {
  const schema = schemaOfConstraint(contract, constraint);
  const { [constraint.keyword]: _broken, ...others } = schema;
  const values = valuesNear(contract, constraint, 1).filter(
    (value) => allows(others, value) && !allows(schema, value),
  );
  return isSize(constraint) ? values.slice(0, 1) : values;
}

/** Values at the bound of a constraint, or that it lists, which the field may have. */
export function atBound(contract: Contract, constraint: Constraint): Json[] {
  const schema = schemaOfConstraint(contract, constraint);
  const values = valuesNear(contract, constraint, 0).filter((value) => allows(schema, value));
  return isSize(constraint) ? values.slice(0, 1) : values;
}

/**
 * Values that match no alternative of a schema, made from one that does: with another value where all of them list some, as
 * in a discriminator; without a field that it has to have; of another type.
 */
export function breakingAll(schema: JsonObject, sound: Json): Json[] {
  const fields = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const edited = isObject(sound)
    ? [
        ...fields.flatMap(([name, field]) => {
          const listed = isObject(field) ? listedValues(field) : undefined;
          return listed && Object.hasOwn(sound, name)
            ? foreign(listed).map((value) => ({ ...sound, [name]: value }))
            : [];
        }),
        ...Object.keys(sound).map((name) => withoutAt(sound, [name])),
      ]
    : [];
  return [...edited, ...kinds].filter((value) => !allows(schema, value)).slice(0, mostBreaking);
}

const mostBreaking = 4;

/** Values that match no alternative of a schema, made from one that does: beyond a bound of it, and without a field. */
export function breakingOwn(schema: JsonObject, sound: Json): Json[] {
  const own = nearestOf(schema, sound);
  if (!own || !isObject(sound)) return [];
  const beyond = Object.entries(sound).flatMap(([name, value]) => {
    const field = propertiesOf(own)[name];
    return isObject(field) ? beyondBounds(field, value).map((one) => ({ ...sound, [name]: one })) : [];
  });
  const without = requiredOf(own).map((name) => withoutAt(sound, [name]));
  return [beyond, without].flatMap((all) => all.filter((value) => !allows(schema, value)).slice(0, 1));
}

/** Values just beyond a bound of a field. */
function beyondBounds(field: JsonObject, value: Json): Json[] {
  const { maxLength, minLength, maximum, minimum } = field;
  if (typeof value === 'string')
    return [
      ...(typeof maxLength === 'number' ? [value.padEnd(maxLength + 1, 'a')] : []),
      ...(typeof minLength === 'number' && minLength > 0 ? [value.slice(0, minLength - 1)] : []),
    ];
  if (typeof value !== 'number') return [];
  return [
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
  ];
}

const isSize = ({ keyword }: Constraint): boolean => /inimum$|aximum$|^multipleOf$/.test(keyword);

/** Values at the bound of a constraint, or so much beyond it; of what has no bound, those that keep or break it. */
function valuesNear(contract: Contract, constraint: Constraint, beyond: 0 | 1): readonly Json[] {
  const { keyword, value } = constraint;
  const schema = schemaOfConstraint(contract, constraint);
  const bound = Number(value) + (keyword.startsWith('min') ? -beyond : beyond);
  const steps = [1, 0.5, 0.01, Number(schema.multipleOf ?? 1)];
  switch (keyword) {
    case 'minimum':
      return [...(beyond ? [moved(Number(value), -1)] : []), bound, Math.ceil(Number(value)) - beyond];
    case 'maximum':
      return [...(beyond ? [moved(Number(value), 1)] : []), bound, Math.floor(Number(value)) + beyond];
    // At an exclusive bound is beyond it.
    case 'exclusiveMinimum':
      return beyond ? [Number(value)] : steps.map((step) => Number(value) + step);
    case 'exclusiveMaximum':
      return beyond ? [Number(value)] : steps.map((step) => Number(value) - step);
    case 'multipleOf':
      return beyond ? [1, Number(value) / 2].map((step) => Number(value) + step) : [Number(value)];
    case 'minItems':
    case 'maxItems':
      return listsOf(contract, schema, bound);
    case 'uniqueItems':
      return listsOf(
        contract,
        { ...schema, uniqueItems: beyond === 0 },
        Math.max(2, Number(schema.minItems ?? 0)),
      );
    case 'minLength':
    case 'maxLength':
      return textsOfLength(contract, constraint, schema, bound);
    case 'const':
    case 'enum':
      return beyond ? foreign([value].flat()) : [value].flat();
    case 'type':
      return beyond || ![value].flat().includes('null') ? [] : [null];
    case 'pattern':
      return beyond ? misfits(contract, schema, String(value)) : [];
    case 'format':
      return beyond && isJudged(value) ? formatValues[value].breaks : [];
    default:
      return [];
  }
}

/** The number a step of at most one below or above a bound: as small as cents, if floats of 32 bits tell such numbers apart. */
function moved(bound: number, direction: 1 | -1): number {
  const size = Math.abs(bound);
  const step = Math.min(1, Math.max(Math.min(0.01, size / 2 || 0.01), size / 1e6));
  return Number((bound + direction * step).toPrecision(12));
}

/** What only reads needs no other text in each request. */
function textsOfLength(
  { texts }: Contract,
  { side }: Constraint,
  schema: JsonObject,
  length: number,
): string[] {
  const text = side === 'request' ? textWithNonce(length) : ''.padEnd(length, 'a');
  return [textOfLength(schema, text, length, texts)].filter((one) => one !== undefined);
}

function listsOf({ texts }: Contract, { items, uniqueItems }: JsonObject, length: number): Json[] {
  if (length < 0) return [];
  if (uniqueItems !== true) return [Array<Json>(length).fill(sampleOf(items, texts))];
  const found = distinctSamples(items, length, texts);
  return found.length === length ? [found] : [];
}

/** Texts that do not match a pattern: one with a sign, one in other letters, and a match with more after and before it. */
function misfits({ texts }: Contract, schema: JsonObject, pattern: string): string[] {
  const sound = fitText(schema, 'text', texts);
  const { pattern: _pattern, ...others } = schema;
  const [first = '', ...signed] = signs.flatMap((sign) => [
    sound.slice(0, -1) + sign,
    sound + sign,
    sign + sound.slice(1),
  ]);
  const isMisfit = (text: string): boolean => !matches(pattern, text);
  const within = [first, sound.toUpperCase(), sound.toLowerCase(), ...signed]
    .map((one) => fitText(others, one))
    .filter(isMisfit)
    .slice(0, 2);
  const around = [
    [sound.slice(-1), ...signs].map((sign) => sound + sign),
    [sound.slice(0, 1), ...signs].map((sign) => sign + sound),
  ].flatMap((longer) => longer.find((one) => allows(others, one) && isMisfit(one)) ?? []);
  return [...new Set([...within, ...around])];
}
