import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, objectIn, type Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { type Constraint, type Level, levels } from './contract.ts';
import type { Operation } from './operations.ts';

type Side = Constraint['side'];

/** Formats that servers write in one way. */
const certainFormats: readonly Json[] = ['uuid', 'date', 'ipv4', 'ipv6'];

/** What a server certainly rejects. It may convert a value of another type, and check a format loosely. */
const certainlyRejected = [
  'required', 'enum', 'const', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern',
  'exclusiveMinimum', 'exclusiveMaximum', 'minProperties', 'maxProperties', 'additionalProperties',
]; // biome-ignore format: one glance

const scalars: readonly Json[] = ['string', 'number', 'integer', 'boolean', 'null'];

/** Whether common readers of JSON convert a value to a type, as digits in quotes to a number (READINGS O3). */
function mayConvert(type: Json, value: Json): boolean {
  if (type === 'null') return false;
  if (!scalars.includes(type)) return true;
  if (typeof value === 'object') return false;
  const isNumeric = typeof value !== 'string' || (value.trim() !== '' && Number.isFinite(Number(value)));
  return isNumeric || (type !== 'number' && type !== 'integer');
}

/** Whether common readers convert a value to one of the types that a keyword `type` names. */
export const isConverted = (type: Json, value: Json): boolean =>
  [type].flat().some((one) => mayConvert(one, value));

/** Whether there are values that no common reader converts to any of the types: objects and lists are no scalars. */
export const hasUnconverted = (type: Json): boolean => [type].flat().every((one) => scalars.includes(one));

/**
 * The level of a constraint of an OpenAPI file that nobody wrote a clause for (READINGS O2 to O4). Frameworks fill in what
 * is required and has a default.
 */
export const levelOfKeyword = (side: Side, keyword: string, value: Json, hasDefault = false): Level => {
  if (hasDefault && keyword === 'required') return 'should';
  const isCertain: Readonly<Record<Side, boolean>> = {
    response: keyword === 'format' ? certainFormats.includes(value) : keyword !== 'writeOnly',
    request: keyword === 'type' ? hasUnconverted(value) : certainlyRejected.includes(keyword),
    // Frameworks convert, clamp or ignore parameters.
    parameter: false,
  };
  return isCertain[side] ? 'must' : 'should';
};

/** What an Overlay adds to the shipped contract is read as that contract is (READINGS 2). */
export const levelInShipped = (side: Side, keyword: string, value: Json): Level => {
  if (side === 'response') return levelOfKeyword(side, keyword, value);
  return ['required', 'const', 'enum', 'minLength', 'maxLength'].includes(keyword) ? 'must' : 'should';
};

type LevelPlace = readonly [part: JsonObject, path: Path];

/** Where the level of all clauses of an operation may be stated, the nearest first. */
export const levelPlaces = (
  document: JsonObject,
  { place }: Pick<Operation, 'place'>,
): readonly LevelPlace[] => [
  [objectIn(document, ...place), place],
  [document, []],
];

/**
 * The level that `x-level` states at a place: in a schema for all its keywords or, in a map, for some of them; beside the
 * schema of a parameter; in an operation; or at the root of the document. The nearest counts.
 */
export function statedLevel(parts: readonly LevelPlace[], keyword: string, where: Where): Level | undefined {
  for (const [part, path] of parts) {
    const stated = part['x-level'];
    const level = isObject(stated) ? at(stated, keyword) : stated;
    if (level === undefined) continue;
    const found = levels.find((one) => one === level);
    if (found) return found;
    throw new UserError(
      `${where([...path, 'x-level'])}: x-level is ${JSON.stringify(level)}; write ${levels.join(', ')}.`,
    );
  }
  return undefined;
}
