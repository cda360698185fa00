import { fullFormats } from 'ajv-formats/dist/formats.js';
import { UserError } from '../errors.ts';
import type { JsonObject, Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** The keywords that constrain a value, except `required`. */
export const constraintKeywords = [
  'type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern',
  'minimum', 'maximum', 'minItems', 'maxItems',
] as const; // biome-ignore format: one glance

/** Keywords that contain other schemas. */
const nesting = ['properties', 'items', 'additionalProperties', '$ref'];

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
  const ignored = own.find((keyword) => keyword !== '$ref' && !descriptive.includes(keyword));
  if (schema.$ref !== undefined && ignored !== undefined) {
    throw new UserError(
      `${where([...path, ignored])}: "${ignored}" has no effect next to $ref; move it into the schema that $ref refers to.`,
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
