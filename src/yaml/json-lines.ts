import type { Path } from '../json/json.ts';

type PairOffsets = { readonly key: number; readonly value: number };

const space = /\s*/y;
const scalar = /[^,\]}\s]*/y;

/** Finds where each path of a JSON text is; what was passed on the way is remembered, since most paths begin alike. */
export function createPlaces(json: string): (path: Path) => number {
  const known = new Map<number, Map<string, PairOffsets>>();

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

  const entriesAt = (start: number): Map<string, PairOffsets> => {
    const entries = known.get(start) ?? new Map<string, PairOffsets>();
    if (known.has(start) || !isOpen(start)) return entries;
    known.set(start, entries);
    let index = skip(start + 1);
    while (index < json.length && json[index] !== '}' && json[index] !== ']') {
      const key = index;
      let name = String(entries.size);
      if (json[start] === '{') {
        const end = endOfText(index);
        name = JSON.parse(json.slice(index, end));
        index = skip(skip(end) + 1);
      }
      entries.set(name, { key, value: index });
      index = skip(endOfValue(index));
      if (json[index] === ',') index = skip(index + 1);
    }
    return entries;
  };

  return (path) => {
    let here: PairOffsets = { key: skip(0), value: skip(0) };
    for (const step of path) {
      const entry = entriesAt(here.value).get(String(step));
      if (!entry) break;
      here = entry;
    }
    return here.key;
  };
}
