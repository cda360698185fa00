import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, pointerTo, stepsOf } from '../json/json.ts';
import { onceFor, onceForText } from '../once.ts';
import { percentDecoded } from '../percent.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** The field of a document that has the other files of the contract, by name. */
export const filesField = 'x-files';

const dataKeywords = ['example', 'examples', 'value', 'default', 'const', 'enum'];

/** What a step leads to: parts of a document, fields with names of their own, or data, in which nothing is a reference. */
export type Region = 'parts' | 'names' | 'data';

/** The region of `inner`, which is under a step; `isTop` says that the step begins at the document itself. */
export function regionBelow(region: Region, step: string | number, inner: unknown, isTop = false): Region {
  if (region === 'names') return 'parts';
  if (step === 'properties' || step === 'patternProperties') return 'names';
  // In a schema, examples are a list of values; beside one, a map of objects that each have a value.
  if (step === 'examples' && isObject(inner)) return 'names';
  const isData = typeof step === 'string' && (dataKeywords.includes(step) || step.startsWith('x-'));
  return isData && !(isTop && step === filesField) ? 'data' : 'parts';
}

/** A path as a chain from its end, so that longer ones share it. */
type Steps = { readonly step: string | number; readonly before: Steps } | undefined;

function asPath(steps: Steps): Path {
  const path: (string | number)[] = [];
  for (let here = steps; here; here = here.before) path.push(here.step);
  return path.reverse();
}

/** Changes each object of a document that is not data; what stays the same is not copied. */
export function mapParts(document: Json, change: (part: JsonObject, path: () => Path) => JsonObject): Json {
  const map = (value: Json, steps: Steps, region: Region): Json => {
    if (typeof value !== 'object' || value === null || region === 'data') return value;
    if (Array.isArray(value)) {
      const items = value.map((item, index) => map(item, { step: index, before: steps }, region));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const part = region === 'parts' ? change(value, () => asPath(steps)) : value;
    let changed: [string, Json][] | undefined;
    for (const name of Object.keys(part)) {
      const inner = part[name] as Json;
      // Most values are plain.
      if (typeof inner !== 'object' || inner === null) continue;
      const below = regionBelow(region, name, inner, steps === undefined);
      const mapped = map(inner, { step: name, before: steps }, below);
      if (mapped === inner) continue;
      changed ??= [];
      changed.push([name, mapped]);
    }
    return changed ? { ...part, ...Object.fromEntries(changed) } : part;
  };
  return map(document, undefined, 'parts');
}

/** The pointer that a reference within a document contains. */
export const pointerOf = (reference: string): string => percentDecoded(reference.slice(1));

export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const target = referenceTarget(document, reference);
  if (!target) throw new Error(`the reference ${reference} was not checked`);
  return target;
}

const targetsIn = onceFor((document: JsonObject) =>
  onceForText((reference) => {
    const target = at(document, ...stepsOf(pointerOf(reference)));
    return reference.startsWith('#/') && isObject(target) ? target : undefined;
  }),
);

/** The text that an object refers to; undefined if it refers to anything else. */
export function referredText(document: JsonObject, { $ref: reference }: JsonObject): string | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const target = at(document, ...stepsOf(pointerOf(reference)));
  return typeof target === 'string' ? target : undefined;
}

/** The place of a part as its author knows it: in another file, after the name of the file. */
export const placeName = (path: Path): string =>
  path[0] === filesField ? `${path[1]}#${pointerTo(path.slice(2))}` : pointerTo(path);

const referenceTarget = (document: JsonObject, reference: string): JsonObject | undefined =>
  targetsIn(document)(reference);

/** How many references may follow each other without a field or a list between them. */
const mostInRow = 64;

export const combiningKeywords = ['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else'];

/**
 * Makes sure that each reference leads to something, and not to itself alone. A schema may contain itself in a field or
 * a list, as the node of a tree does.
 */
export function checkReferences(document: JsonObject, where: Where): void {
  /** How many references follow each other from each one on. */
  const rows = new Map<string, number>();
  const waiting: (readonly [value: object, steps: Steps, region: Region])[] = [
    [document, undefined, 'parts'],
  ];
  const met = new Set<object>();

  /** `trail` has the references that led to this value. */
  const visit = (value: object, steps: Steps, region: Region, trail: readonly string[]): number => {
    const isReference = isObject(value) && typeof value.$ref === 'string' && region === 'parts';
    let row = isReference ? follow(String(value.$ref), { step: '$ref', before: steps }, trail) : 0;
    for (const name of Object.keys(value)) {
      const inner: unknown = value[name as keyof typeof value];
      if (typeof inner !== 'object' || inner === null) continue;
      const below = regionBelow(region, name, inner, steps === undefined);
      if (below === 'data') continue;
      const place = { step: name, before: steps };
      const isSameValue = Array.isArray(value) || (region === 'parts' && combiningKeywords.includes(name));
      if (isSameValue) row = Math.max(row, visit(inner, place, below, trail));
      else if (!met.has(inner)) waiting.push([inner, place, below]);
      met.add(inner);
    }
    return row;
  };

  const follow = (reference: string, steps: Steps, trail: readonly string[]): number => {
    const path = reference.startsWith('#/') ? stepsOf(pointerOf(reference)) : [];
    const isInFile = path[0] === filesField;
    const complain = (sentence: string): never => {
      throw new UserError(
        `${where(asPath(steps))}: $ref "${isInFile ? placeName(path) : reference}" ${sentence}.`,
      );
    };
    const target = referenceTarget(document, reference);
    if (!target) {
      if (Array.isArray(at(document, ...path)))
        return complain('leads to a list, and only objects are referred to; write the list in its place');
      return complain(
        `does not resolve; point it at something ${isInFile ? 'in that file' : 'under #/components'}`,
      );
    }
    if (trail.includes(reference)) return complain('refers back to itself; break the cycle');
    const row = rows.get(reference) ?? 0;
    if (trail.length + row >= mostInRow)
      return complain(`is one of more than ${mostInRow} references in a row; refer to the last target`);
    if (rows.has(reference)) return row + 1;
    const place = stepsOf(pointerOf(reference)).reduce<Steps>(
      (before, step) => ({ step, before }),
      undefined,
    );
    const more = visit(target, place, 'parts', [...trail, reference]);
    rows.set(reference, more);
    return more + 1;
  };

  // What is found on the way is added at the end.
  for (const [value, steps, region] of waiting) visit(value, steps, region, []);
}
