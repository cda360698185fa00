import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv';
import { UserError } from '../errors.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { pointerTo, stepsOf } from '../json/pointer.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { checkSchemas } from './check-schemas.ts';
import { checkReferences } from './references.ts';

/** Makes sure that a value is an OpenAPI document; throws a {@link UserError} with the line of the first error. */
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

/** Checks everything but schemas against the schema of the OpenAPI Initiative. */
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
