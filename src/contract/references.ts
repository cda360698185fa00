import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../json/json.ts';
import { stepsOf } from '../json/pointer.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** Keywords whose value is data, in which `$ref` is not a reference. */
const dataKeywords = ['example', 'examples', 'default', 'const', 'enum'];

/** Makes sure that every reference resolves within the document, and that there are no cycles. */
export function checkReferences(document: JsonObject, where: Where): void {
  const followed = new Set<string>();
  const visit = (value: Json, path: Path, trail: readonly string[], isNames: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && typeof value.$ref === 'string' && !isNames) {
      const reference = value.$ref;
      const place = where([...path, '$ref']);
      const target = targetOf(document, reference);
      if (!target)
        throw new UserError(
          `${place}: $ref "${reference}" does not resolve; point it at something under #/components.`,
        );
      if (trail.includes(reference))
        throw new UserError(`${place}: $ref "${reference}" refers back to itself; break the cycle.`);
      if (!followed.has(reference)) visit(target, stepsOf(reference), [...trail, reference], false);
      followed.add(reference);
    }
    for (const [name, inner] of Object.entries(value)) {
      if (!isNames && dataKeywords.includes(name)) continue;
      visit(inner, [...path, name], trail, name === 'properties' && !isNames);
    }
  };
  visit(document, [], [], false);
}

/** The value at a path with references followed, and the path where it really is. */
export function follow(
  document: JsonObject,
  path: Path,
): { readonly value: Json | undefined; readonly path: Path } {
  const value = at(document, ...path) as Json | undefined;
  if (!isObject(value) || typeof value.$ref !== 'string') return { value, path };
  return follow(document, stepsOf(value.$ref));
}

/** The target of a reference, in a document whose references were checked. */
export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const target = targetOf(document, reference);
  if (!target) throw new Error(`the reference ${reference} was not checked`);
  return target;
}

function targetOf(document: JsonObject, reference: string): JsonObject | undefined {
  const target = at(document, ...stepsOf(reference));
  return reference.startsWith('#/') && isObject(target) ? target : undefined;
}
