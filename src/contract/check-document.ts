import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject } from 'ajv';
import { Fault } from '../fault.ts';
import { isObject, type Json, type JsonObject } from '../wire/json.ts';
import { checkSchemas } from './check-schemas.ts';
import { pointerTo, stepsOf } from './pointer.ts';
import { checkReferences } from './references.ts';
import type { Where } from './yaml-file.ts';

/** Makes sure that a value is an OpenAPI document; the first thing amiss is a {@link Fault} with its line. */
export async function checkDocument(value: Json, where: Where): Promise<JsonObject> {
  if (!isObject(value) || value.openapi === undefined) {
    throw new Fault(`${where([])}: expected an OpenAPI document; begin it with "openapi: 3.1.1".`);
  }
  if (!/^3\.1\.[012]$/.test(String(value.openapi))) {
    throw new Fault(`${where(['openapi'])}: OpenAPI ${value.openapi} is not read here; write 3.1.1.`);
  }
  if (!isObject(value.paths)) {
    throw new Fault(`${where(['paths'])}: the document needs "paths", a map; put the operations there.`);
  }
  checkReferences(value, where);
  await checkForm(value, where);
  checkSchemas(value, where);
  return value;
}

/** The form of everything but schemas, as the OpenAPI Initiative's own schema has it. */
async function checkForm(document: JsonObject, where: Where): Promise<void> {
  try {
    const copy = structuredClone(document) as unknown as string;
    await SwaggerParser.validate(copy, { resolve: { external: false } });
  } catch (error) {
    const { message, details } = error as Error & { details?: ErrorObject[] };
    const [first] = details ?? [];
    if (!first)
      throw new Fault(`${where([])}: not a valid OpenAPI document (${oneLine(message)}); correct it.`);
    const stray: unknown = first.params.unevaluatedProperty ?? first.params.additionalProperty;
    const path = stepsOf(first.instancePath);
    throw new Fault(
      stray === undefined
        ? `${where(path)}: ${pointerTo(path) || 'the document'} ${first.message}; correct it.`
        : `${where([...path, String(stray)])}: "${stray}" is not known at ${pointerTo(path) || 'the top'}; drop it, or correct its name.`,
    );
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replace(/[.\s]+$/, '');
