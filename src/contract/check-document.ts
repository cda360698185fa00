import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, pointerTo, stepsOf } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import {
  checkReferences,
  type DocumentPart,
  jsonSchemaOf,
  operationsIn,
  parametersOf,
  requestOf,
  successOf,
} from './openapi.ts';

export async function checkDocument(value: Json, where: Where): Promise<JsonObject> {
  if (!isObject(value) || value.openapi === undefined) {
    throw new UserError(`${where([])}: expected an OpenAPI document; begin it with "openapi: 3.1.1".`);
  }
  if (!/^3\.1\.[012]$/.test(String(value.openapi))) {
    throw new UserError(`${where(['openapi'])}: OpenAPI ${value.openapi} is not supported; write 3.1.1.`);
  }
  if (!isObject(value.paths)) {
    throw new UserError(
      `${where(['paths'])}: the OpenAPI document needs "paths", a map; add the operations there.`,
    );
  }
  checkReferences(value, where);
  await checkForm(value, where);
  checkSchemas(value, where);
  return value;
}

async function checkForm(document: JsonObject, where: Where): Promise<void> {
  try {
    const copy = structuredClone(document) as unknown as string;
    await SwaggerParser.validate(copy, { resolve: { external: false } });
  } catch (error) {
    const { message, details } = error as Error & { details?: ErrorObject[] };
    const [first] = details ?? [];
    if (!first)
      throw new UserError(`${where([])}: not a valid OpenAPI document (${oneLine(message)}); correct it.`);
    const unknown: unknown = first.params.unevaluatedProperty ?? first.params.additionalProperty;
    const path = stepsOf(first.instancePath);
    throw new UserError(
      unknown === undefined
        ? `${where(path)}: ${pointerTo(path) || 'the document'} ${first.message}; correct it.`
        : `${where([...path, String(unknown)])}: "${unknown}" is an unknown field at ${pointerTo(path) || 'the top level'}; remove it, or correct its name.`,
    );
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/[.\s]+$/, '');

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });

function checkSchemas(document: JsonObject, where: Where): void {
  for (const { found, path } of schemasIn(document)) {
    if (ajv.validateSchema(found)) continue;
    const [error] = ajv.errors ?? [];
    const steps: Path = [...path, ...stepsOf(error?.instancePath ?? '')];
    throw new UserError(
      `${where(steps)}: ${pointerTo(steps)} ${error?.message ?? 'is not a JSON Schema'}; correct it.`,
    );
  }
}

function schemasIn(document: JsonObject): DocumentPart[] {
  const shared = at(document, 'components', 'schemas');
  const paths: Path[] = Object.keys(isObject(shared) ? shared : {}).map((name) => [
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
  return paths.flatMap((path) => {
    const found = at(document, ...path);
    return isObject(found) ? [{ found, path }] : [];
  });
}
