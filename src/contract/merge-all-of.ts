import { createComparator, createMerger, createShallowAllOfMerge } from '@x0k/json-schema-merge';
import { createDeduplicator, createIntersector } from '@x0k/json-schema-merge/lib/array';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { lazy } from '../once.ts';

const merger = lazy(() => {
  const { compareSchemaDefinitions, compareSchemaValues } = createComparator();
  const { mergeArrayOfSchemaDefinitions } = createMerger({
    intersectJson: createIntersector(compareSchemaValues),
    deduplicateJsonSchemaDef: createDeduplicator(compareSchemaDefinitions),
    defaultMerger: joinedValues,
  });
  return createShallowAllOfMerge(mergeArrayOfSchemaDefinitions);
});

/** What no keyword of JSON Schema says, such as `x-clause`, is said of the whole; where two differ, the first counts. */
function joinedValues(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return one;
  const both = Object.entries(other).map(([name, value]): [string, Json] => [
    name,
    Object.hasOwn(one, name) ? joinedValues(one[name] as Json, value) : value,
  ]);
  return { ...one, ...Object.fromEntries(both) };
}

/** The schema that states what a schema and all parts of its `allOf` state. */
export function mergeAllOf(schema: JsonObject): JsonObject {
  try {
    return merger()(schema as never) as unknown as JsonObject;
  } catch (error) {
    throw new ConflictOfParts(String((error as Error).message).replaceAll(/\s+/g, ' '));
  }
}

/** What the parts of an `allOf` state of the same value, and no value can be. */
export class ConflictOfParts extends Error {}
