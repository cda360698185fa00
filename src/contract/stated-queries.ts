// What the `filter` and the `sort` of an `x-list` are written with.

import { UserError } from '../errors.ts';
import { isObject, type Json, type JsonObject, objectIn, type Path, stepsOf } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';

/** What a listing has that filters and sorts name. */
export type Named = {
  /** The schema of what a record has at a place; undefined if it has nothing there. */
  readonly schemaOf: (place: Path) => unknown;
  /** The schema of a parameter; undefined if there is no such parameter. */
  readonly parameter: (name: string) => JsonObject | undefined;
  /** Whether each of several values of a parameter is a pair of its own. */
  readonly isRepeated: (name: string) => boolean;
};

/** Makes sure that something is an object of known keywords. Else a {@link UserError} with its line. */
export function keywordsIn(
  stated: Json,
  { what, known, hint }: { readonly what: string; readonly known: readonly string[]; readonly hint: string },
  where: Where,
): JsonObject {
  if (!isObject(stated)) throw new UserError(`${where([])}: ${what} is no object; write ${hint}.`);
  const other = Object.keys(stated).find((key) => !known.includes(key));
  if (other !== undefined)
    throw new UserError(`${where([other])}: a ${what} has no "${other}"; it has ${known.join(', ')}.`);
  return stated;
}

/** The attributes under a keyword, of which there is at least one. */
export function attributesIn(
  stated: Json | undefined,
  keyword: 'queryables' | 'sortables',
  where: Where,
): readonly (readonly [attribute: string, stated: Json])[] {
  const all = Object.entries(objectIn(stated));
  if (all.length > 0) return all;
  throw new UserError(
    `${where([keyword])}: no ${keyword} are named; write each attribute with its place in a record.`,
  );
}

/** The place in a record that a pointer names. */
export function placeOfAttribute(pointer: Json | undefined, { schemaOf }: Named, place: string): Path {
  const steps = typeof pointer === 'string' && pointer.startsWith('/') ? stepsOf(pointer) : undefined;
  if (steps && schemaOf(steps) !== undefined) return steps;
  if (Array.isArray(pointer))
    throw new UserError(
      `${place}: an attribute is one field, and ${pointer.join(', ')} are several; name one, or remove the attribute: its parameter is then not checked as a filter.`,
    );
  if (typeof pointer !== 'string')
    throw new UserError(
      `${place}: ${JSON.stringify(pointer ?? null)} is not a place in a record; write a pointer such as /name.`,
    );
  throw new UserError(`${place}: no record has ${pointer}; correct the place.`);
}

export function checkParameter(name: string, { parameter }: Named, place: string): void {
  if (!parameter(name))
    throw new UserError(`${place}: the operation has no parameter ${name}; correct the name.`);
}
