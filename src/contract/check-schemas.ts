import { Ajv2020 } from 'ajv/dist/2020.js';
import { Fault } from '../fault.ts';
import { at, isObject, type JsonObject, type Path } from '../wire/json.ts';
import { pointerTo, stepsOf } from './pointer.ts';
import { jsonSchemaOf, type Placed, parametersOf, requestOf, sitesIn, successOf } from './sites.ts';
import type { Where } from './yaml-file.ts';

const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });

/** Makes sure that the schemas of a document are JSON Schemas (2020-12), down to each bound. */
export function checkSchemas(document: JsonObject, where: Where): void {
  for (const { found, path } of schemasIn(document)) {
    if (ajv.validateSchema(found)) continue;
    const [error] = ajv.errors ?? [];
    const steps: Path = [...path, ...stepsOf(error?.instancePath ?? '')];
    throw new Fault(
      `${where(steps)}: ${pointerTo(steps)} ${error?.message ?? 'is no JSON Schema'}; correct it.`,
    );
  }
}

function schemasIn(document: JsonObject): Placed[] {
  const shared = at(document, 'components', 'schemas');
  const places: Path[] = Object.keys(isObject(shared) ? shared : {}).map((name) => [
    'components',
    'schemas',
    name,
  ]);
  for (const site of sitesIn(document)) {
    for (const { path } of parametersOf(document, site)) places.push([...path, 'schema']);
    for (const body of [requestOf(document, site), successOf(document, site)]) {
      const schema = body && jsonSchemaOf(body);
      if (schema) places.push(schema.path);
    }
  }
  return places.flatMap((path) => {
    const found = at(document, ...path);
    return isObject(found) ? [{ found, path }] : [];
  });
}
