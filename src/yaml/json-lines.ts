import type { Path } from '../json/json.ts';

const space = /\s*/y;
const scalar = /[^,\]}\s]*/y;

/** Finds where each path of a JSON text is; what was passed on the way is remembered, since most paths begin alike. */
export function createPlaces(json: string): (path: Path) => number {
  /** The offsets of the entries of each object and list, by its own offset; that of a field is that of its name. */
  const known = new Map<number, Map<string, number>>();

  const after = (form: RegExp, index: number): number => {
    form.lastIndex = index;
    form.test(json);
    return form.lastIndex;
  };
  /** The end of a text that begins here. An expression would need a stack as deep as the text is long. */
  const endOfText = (start: number): number => {
    for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
      let escapes = 0;
      while (json[end - 1 - escapes] === '\\') escapes += 1;
      if (escapes % 2 === 0) return end + 1;
    }
    return json.length;
  };
  const skip = (index: number): number => after(space, index);
  const isOpen = (index: number): boolean => json[index] === '{' || json[index] === '[';

  const endOfValue = (start: number): number => {
    if (json[start] === '"') return endOfText(start);
    if (!isOpen(start)) return after(scalar, start);
    let depth = 0;
    for (let index = start; index < json.length; index += 1) {
      const character = json[index];
      if (character === '"') index = endOfText(index) - 1;
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      if (depth === 0) return index + 1;
    }
    return json.length;
  };

  const valueAfterName = (start: number): number => skip(skip(endOfText(start)) + 1);

  const entriesAt = (start: number): Map<string, number> => {
    const entries = known.get(start) ?? new Map<string, number>();
    if (known.has(start) || !isOpen(start)) return entries;
    known.set(start, entries);
    let index = skip(start + 1);
    while (index < json.length && json[index] !== '}' && json[index] !== ']') {
      const isField = json[start] === '{';
      const name = isField ? JSON.parse(json.slice(index, endOfText(index))) : String(entries.size);
      entries.set(name, index);
      index = skip(endOfValue(isField ? valueAfterName(index) : index));
      if (json[index] === ',') index = skip(index + 1);
    }
    return entries;
  };

  return (path) => {
    let here = skip(0);
    let value = here;
    for (const step of path) {
      const entry = entriesAt(value).get(String(step));
      if (entry === undefined) break;
      here = entry;
      value = json[value] === '{' ? valueAfterName(entry) : entry;
    }
    return here;
  };
}
