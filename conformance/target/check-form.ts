import type { ErrorObject } from 'ajv';
import { UserError } from '../../src/errors.ts';
import { at, isObject, type JsonObject, type Path } from '../../src/json/json.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { lazy } from '../../src/lazy.ts';
import { suggestion } from '../../src/nearest.ts';
import schema from './target.schema.json' with { type: 'json' };
import type { TargetFile } from './target-file.ts';

/** What is under "choices" has sentences of its own (pins.ts); editors read its schema. */
export const formSchema: JsonObject = {
  ...(schema as JsonObject),
  properties: { ...schema.properties, choices: { type: 'object' } },
};

const validator = lazy(() => validatorOf(formSchema, 'written'));

/** Checks the form of a target file; the first mistake is a {@link UserError}. Values are never quoted. */
export function checkForm(value: unknown, where: (path: Path) => string): TargetFile {
  const validate = validator();
  if (validate(value)) return value as TargetFile;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error('a target file was rejected without a reason');
  const path = pathOf(error, value);
  throw new UserError(`${where(path)}: ${describe(error)}`);
}

/** The steps to what an error is about; for a key that should not be there, to that key. */
function pathOf({ instancePath, params }: ErrorObject, value: unknown): Path {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = steps.map((step, index) =>
    Array.isArray(at(value, ...steps.slice(0, index))) ? Number(step) : step,
  );
  const key: unknown = params.additionalProperty ?? params.propertyName;
  return typeof key === 'string' ? [...path, key] : path;
}

function describe({
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
      return `${place} must be ${formats[String(params.format)]}; correct it.`;
    case 'pattern':
      if (/^\/waivers\/\d+\/reason$/.test(place)) return `${place} is blank; say why the rule may fail.`;
      if (place === '/token' || place.startsWith('/token/'))
        return `${place} is empty or contains a character that a header cannot contain after "Bearer", such as a space; write the token alone.`;
      if (place.endsWith('/currency')) return `${place} must be three capitals, such as USD; correct it.`;
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
  'object,array': 'a map, or a list of maps',
  'string,array': 'text, or a list of texts',
};

const formats: Record<string, string> = { uuid: 'a UUID', date: 'a date such as 2027-03-31' };
