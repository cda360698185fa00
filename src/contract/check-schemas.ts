import { Ajv2020 } from 'ajv/dist/2020.js';
import { UserError } from '../errors.ts';
import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { pointerTo, stepsOf } from '../json/pointer.ts';
import type { Where } from '../yaml/yaml-file.ts';
import {
  type DocumentPart,
  jsonSchemaOf,
  operationsIn,
  parametersOf,
  requestOf,
  successOf,
} from './openapi-parts.ts';

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });

/** Makes sure that all schemas of a document are valid JSON Schemas (2020-12). */
export function checkSchemas(document: JsonObject, where: Where): void {
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
