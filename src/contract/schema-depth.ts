import { isObject, type Json, type JsonObject, objectIn } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { combiningKeywords, resolveReference } from './references.ts';

/** How often a schema may contain itself in what is read of it. */
const mostRepeats = 2;

/** How many schemas are read in a contract, with those that several operations share counted for each. */
const mostSchemas = 150_000;

/** How many schemas are read in the body of one operation, if there are few or many operations. */
const shares = { most: 5_000, least: 128 };

/** How many levels of fields and lists are read. */
const mostLevels = 40;

/** The references that were followed on the way to a schema, the last one last. */
export type Trail = readonly string[];

/** Whether a schema that contains itself ends here, since the rest would repeat what was read. */
export const isRepeated = (trail: Trail, reference: string): boolean =>
  trail.filter((one) => one === reference).length >= mostRepeats;

const reachedShare = onceFor(({ paths }: JsonObject): number => {
  const items = Object.values(objectIn(paths));
  const operations = items.flatMap((item) => Object.keys(objectIn(item)));
  const share = Math.floor(mostSchemas / (2 * operations.length + 1));
  return Math.min(Math.max(share, shares.least), shares.most);
});

/**
 * How many levels of fields and lists are read below a schema: all of them, if there are few; schemas that refer to each
 * other may grow by each level, up to millions. -1 if even the schema itself combines too many.
 */
export const levelsOf = (document: JsonObject, schema: Json): number =>
  isObject(schema) ? levelsIn(document)(schema) : mostLevels;

const levelsIn = onceFor((document: JsonObject) =>
  onceFor((schema: JsonObject): number => countLevels(document, schema)),
);

function countLevels(document: JsonObject, whole: JsonObject): number {
  let left = reachedShare(document);
  let level: { readonly schema: JsonObject; readonly trail: Trail }[] = [{ schema: whole, trail: [] }];
  for (let depth = 0; depth < mostLevels && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (let met = level.pop(); met; met = level.pop()) {
      left -= 1;
      if (left < 0) return depth - 1;
      const { schema: here, trail } = met;
      const { $ref: reference } = here;
      if (typeof reference === 'string' && !isRepeated(trail, reference))
        level.push({ schema: resolveReference(document, reference), trail: [...trail, reference] });
      for (const keyword of Object.keys(here)) {
        const stated = here[keyword];
        if (typeof stated !== 'object' || stated === null) continue;
        const isNaming = namingKeywords.includes(keyword);
        const isCombining = combiningKeywords.includes(keyword);
        if (!isNaming && !isCombining && !nestingKeywords.includes(keyword)) continue;
        const inner = Array.isArray(stated) || isNaming ? Object.values(stated) : [stated];
        for (const one of inner) if (isObject(one)) (isCombining ? level : next).push({ schema: one, trail });
      }
    }
    level = next;
  }
  return mostLevels;
}

const namingKeywords = ['properties', 'patternProperties'];
export const nestingKeywords = [
  'items', 'additionalProperties', 'prefixItems', 'contains', 'propertyNames',
  'unevaluatedProperties', 'unevaluatedItems',
]; // biome-ignore format: one glance
