import { Fault } from '../fault.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../wire/json.ts';
import { stepsOf } from './pointer.ts';
import type { Where } from './yaml-file.ts';

/** Keywords whose value is data: a `$ref` in it is no reference. */
const dataKeywords = ['example', 'examples', 'default', 'const', 'enum'];

/** Makes sure that every reference of a document leads somewhere in it, and none into itself. */
export function checkReferences(document: JsonObject, where: Where): void {
  const followed = new Set<string>();
  const visit = (value: Json, path: Path, trail: readonly string[], isNames: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && typeof value.$ref === 'string' && !isNames) {
      const reference = value.$ref;
      const place = where([...path, '$ref']);
      const target = targetOf(document, reference);
      if (!target)
        throw new Fault(
          `${place}: $ref "${reference}" leads nowhere; point it at something under #/components.`,
        );
      if (trail.includes(reference))
        throw new Fault(`${place}: $ref "${reference}" leads back into itself; end the circle.`);
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

/** What stands at a place of a document, references followed, and where it stands really. */
export function follow(
  document: JsonObject,
  path: Path,
): { readonly value: Json | undefined; readonly path: Path } {
  const value = at(document, ...path) as Json | undefined;
  if (!isObject(value) || typeof value.$ref !== 'string') return { value, path };
  return follow(document, stepsOf(value.$ref));
}

/** What a reference leads to, in a document whose references were checked. */
export function resolveReference(document: JsonObject, reference: string): JsonObject {
  const target = targetOf(document, reference);
  if (!target) throw new Error(`the reference ${reference} was not checked`);
  return target;
}

function targetOf(document: JsonObject, reference: string): JsonObject | undefined {
  const target = at(document, ...stepsOf(reference));
  return reference.startsWith('#/') && isObject(target) ? target : undefined;
}
