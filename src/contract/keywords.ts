import { fullFormats } from 'ajv-formats/dist/formats.js';
import { UserError } from '../errors.ts';
import type { JsonObject, Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { combining } from './combine.ts';

/** The keywords that constrain a value, except `required`. */
export const constraintKeywords = [
  'type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern',
  'minimum', 'maximum', 'minItems', 'maxItems',
] as const; // biome-ignore format: one glance

/** Keywords that contain other schemas. */
const nesting = ['properties', 'items', 'additionalProperties', '$ref', ...combining];

/** Keywords that say everything about a value: none that constrains it may be beside them. */
const alone = ['$ref', ...combining];

/** Keywords that only describe. */
const descriptive = [
  'title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment',
]; // biome-ignore format: one glance

const known: readonly string[] = [...constraintKeywords, 'required', ...nesting, ...descriptive];

/** Makes sure that every keyword of a schema that constrains a value has a rule that checks it. */
export function checkKeywords(schema: JsonObject, path: Path, where: Where): void {
  const own = Object.keys(schema).filter((keyword) => !keyword.startsWith('x-'));
  const unknown = own.find((keyword) => !known.includes(keyword));
  if (unknown !== undefined) {
    const usable = [...constraintKeywords, 'required', ...nesting].join(', ');
    throw new UserError(`${where([...path, unknown])}: no rule can check "${unknown}"; use ${usable}.`);
  }
  if (schema.additionalProperties === false) {
    throw new UserError(
      `${where([...path, 'additionalProperties'])}: no rule can check "additionalProperties: false"; remove it.`,
    );
  }
  checkForms(schema, path, where);
  const whole = alone.find((keyword) => schema[keyword] !== undefined);
  const beside = own.find((keyword) => keyword !== whole && !descriptive.includes(keyword));
  if (whole !== undefined && beside !== undefined) {
    throw new UserError(
      whole === '$ref'
        ? `${where([...path, beside])}: "${beside}" has no effect next to $ref; move it into the schema that $ref refers to.`
        : `${where([...path, beside])}: no rule can check "${beside}" next to "${whole}"; move it into one of its parts.`,
    );
  }
}

/** A validator ignores formats and patterns it does not know, so a typo would silently loosen the contract. */
function checkForms({ format, pattern }: JsonObject, path: Path, where: Where): void {
  if (typeof format === 'string' && !Object.hasOwn(fullFormats, format))
    throw new UserError(`${where([...path, 'format'])}: "${format}" is an unknown format; correct it.`);
  if (typeof pattern === 'string' && !isRegularExpression(pattern))
    throw new UserError(`${where([...path, 'pattern'])}: "pattern" is not a regular expression; correct it.`);
}

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
