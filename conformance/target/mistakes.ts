import type { ErrorObject } from 'ajv';
import { isObject } from '../../src/json/json.ts';
import { suggestion } from '../../src/words.ts';

/** The words for a mistake in the form of a target file, and what to do. */
export function schemaErrorWords({
  keyword,
  params,
  parentSchema,
  instancePath,
  propertyName,
  message,
}: ErrorObject): string {
  const place = instancePath || 'the target file';
  switch (keyword) {
    case 'additionalProperties': {
      const known = isObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
      const key = String(params.additionalProperty);
      return `"${key}" is not a key of ${place}; ${suggestion(key, known)}`;
    }
    case 'required':
      return `${place} has no "${params.missingProperty}"; add it.`;
    case 'type':
      return `${place} must be ${types[String(params.type)] ?? `one of ${params.type}`}; correct it.`;
    case 'minItems':
      return `${place} is an empty list; name at least one.`;
    case 'enum':
      return `${place} must be ${params.allowedValues.join(' or ')}; correct it.`;
    case 'const':
      return `${place} must be "${params.allowedValue}" or a map; correct it.`;
    case 'format':
      return `${place} must be ${formatWords[String(params.format)] ?? `of the format ${params.format}`}; correct it.`;
    case 'maxItems':
      return `${place} must be empty, since the contract has no listing; remove it.`;
    case 'pattern':
      if (/^\/waivers\/\d+\/reason$/.test(place)) return `${place} is blank; say why the rule may fail.`;
      if (place === '/token' || place.startsWith('/token/'))
        return `${place} is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.`;
      if (place === '/settles') return `${place} is not a duration such as 500ms or 2s; correct it.`;
      if (!place.startsWith('/headers')) return `${place} does not match ${params.pattern}; correct it.`;
      return propertyName === undefined
        ? `${place} is empty or contains a character that a header cannot contain; correct it.`
        : `${place} has a name that cannot be that of a header; correct it.`;
    default:
      return `${place} ${message}; correct it.`;
  }
}

const types: Record<string, string> = {
  string: 'a string (quote it if it looks like a number)',
  object: 'a map',
  array: 'a list',
  integer: 'a whole number',
  'string,object': 'text or a map',
  'integer,object': 'a whole number or a map',
  'string,integer': 'text or a whole number',
  'string,integer,object': 'text, a whole number or a map',
  'object,array': 'a map, or a list of maps',
  'string,array': 'text, or a list of texts',
};

const formatWords: Record<string, string> = { uuid: 'a UUID', date: 'a date such as 2027-03-31' };
