import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Fault } from '../fault.ts';
import type { JsonObject, Path } from '../wire/json.ts';
import type { Where } from './yaml-file.ts';

/** The keywords that constrain a value, `required` apart. */
export const constraintKeywords = [
  'type', 'format', 'enum', 'const', 'minLength', 'maxLength', 'pattern',
  'minimum', 'maximum', 'minItems', 'maxItems',
] as const; // biome-ignore format: one glance

/** Keywords that lead further in. */
const leading = ['properties', 'items', 'additionalProperties', '$ref'];

/** Keywords that only describe. */
const describing = [
  'title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment',
]; // biome-ignore format: one glance

const known: readonly string[] = [...constraintKeywords, 'required', ...leading, ...describing];

/** Makes sure that nothing in a schema constrains a value without a rule to hold it. */
export function checkKeywords(schema: JsonObject, path: Path, where: Where): void {
  const own = Object.keys(schema).filter((keyword) => !keyword.startsWith('x-'));
  const stray = own.find((keyword) => !known.includes(keyword));
  if (stray !== undefined) {
    const usable = [...constraintKeywords, 'required', ...leading].join(', ');
    throw new Fault(`${where([...path, stray])}: no rule can hold "${stray}"; say it with ${usable}.`);
  }
  if (schema.additionalProperties === false) {
    throw new Fault(
      `${where([...path, 'additionalProperties'])}: no rule can hold "additionalProperties: false"; leave it out.`,
    );
  }
  checkForms(schema, path, where);
  const idle = own.find((keyword) => keyword !== '$ref' && !describing.includes(keyword));
  if (schema.$ref !== undefined && idle !== undefined) {
    throw new Fault(
      `${where([...path, idle])}: "${idle}" is not read beside $ref; move it to where the $ref leads.`,
    );
  }
}

/** A validator passes over what it cannot read, so a slip of the pen would loosen the contract unseen. */
function checkForms({ format, pattern }: JsonObject, path: Path, where: Where): void {
  if (typeof format === 'string' && !Object.hasOwn(fullFormats, format))
    throw new Fault(`${where([...path, 'format'])}: "${format}" is no format that is known; correct it.`);
  if (typeof pattern === 'string' && !isRegularExpression(pattern))
    throw new Fault(`${where([...path, 'pattern'])}: "pattern" is no regular expression; correct it.`);
}

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
