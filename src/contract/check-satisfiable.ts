// Whether any value satisfies a schema.

import { UserError } from '../errors.ts';
import { at, isObject, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { schemaParts } from './combine.ts';
import { inline } from './openapi.ts';
import { contradictionIn, listedValues } from './satisfiable.ts';
import { allows } from './schema-values.ts';

function listedContradiction(schema: JsonObject): ReturnType<typeof contradictionIn> {
  const listed = listedValues(schema);
  const { const: constant, enum: _enum, ...others } = schema;
  if (!listed || listed.some((value) => allows(others, value))) return undefined;
  const keyword = constant === undefined ? 'enum' : 'const';
  return { keyword, why: `the rest of it allows no value of "${keyword}"` };
}

function forbiddenIn({ required, properties }: JsonObject): ReturnType<typeof contradictionIn> {
  const name = [required ?? []].flat().find((one) => at(properties, String(one)) === false);
  return name === undefined
    ? undefined
    : { keyword: 'required', why: `"${name}" is required, and no value satisfies its schema` };
}

/** Makes a check of schemas, each once: one that no value satisfies is a {@link UserError}. */
export function satisfiableCheck(
  document: JsonObject,
  where: Where,
): (schema: JsonObject, path: Path) => void {
  const satisfiable = new WeakSet<JsonObject>();
  return (schema, path) => {
    if (satisfiable.has(schema)) return;
    satisfiable.add(schema);
    const whole = inline(document, schema) as JsonObject;
    const found = contradictionIn(whole) ?? listedContradiction(whole) ?? forbiddenIn(whole);
    if (found)
      throw new UserError(
        `${where(pathOf(document, found.keyword, schema, path))}: no value satisfies this schema: ${found.why}; correct it.`,
      );
  };
}

/** Where a keyword of a schema stands, which may be in one of its parts. */
function pathOf(document: JsonObject, keyword: string, schema: JsonObject, path: Path): Path {
  const { keyword: combiner = '', parts = [] } = schemaParts(schema) ?? {};
  const places = parts.map((part, index) =>
    isObject(part) && typeof part.$ref === 'string' ? stepsOf(part.$ref) : [...path, combiner, index],
  );
  const place = places.find((one) => at(document, ...one, keyword) !== undefined);
  return [...(place ?? path), keyword];
}
