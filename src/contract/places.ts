import { type Path, stepsOf } from '../json/json.ts';

/** Where a response has something: in its body, in each of its records, or in a header. */
export type Place =
  | { readonly of: 'body' | 'record'; readonly path: Path }
  | { readonly of: 'header'; readonly name: string };

/** Reads a place as OpenAPI writes runtime expressions; a pointer alone is in the body. Undefined if it is none. */
export function placeIn(text: string): Place | undefined {
  const [, name] = /^\$response\.header\.([\w!#$%&'*+.^`|~-]+)$/.exec(text) ?? [];
  if (name !== undefined) return { of: 'header', name };
  const [whole, root, pointer = ''] =
    /^(?:(\$response\.body|\$item)(?:#(?=\/)|$))?(\/.*)?$/s.exec(text) ?? [];
  if (whole === undefined || whole === '') return undefined;
  return { of: root === '$item' ? 'record' : 'body', path: stepsOf(pointer) };
}

/** A place as a person writes it. */
export const printPlace = (place: Place): string =>
  place.of === 'header' ? place.name : place.path.join('.') || 'the body';
