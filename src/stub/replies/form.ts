import { randomUUID } from 'node:crypto';
import type { Json } from '../../json/json.ts';

/** The values that differ from one response to the next, by name; undefined where a response has no such field. */
export type Values<Name extends string> = Readonly<Record<Name, Json | undefined>>;

/**
 * A writer of JSON that is written out once and then only filled in: most of a response is the same text every time.
 * `write` is to put each value where it is, as it is given, and may ask nothing of it but whether it is undefined.
 */
export function createForm<Name extends string>(
  names: readonly Name[],
  write: (values: Values<Name>) => string,
): (values: Values<Name>) => string {
  const forms = new Map<number, Form>();
  return (values) => {
    const texts: string[] = [];
    let present = 0;
    for (const name of names) {
      const value = values[name];
      // Whatever else a lenient stub lets through need not stay as it is given.
      if (typeof value !== 'string' && value !== undefined) return write(values);
      present = 2 * present + (value === undefined ? 0 : 1);
      texts.push(value === undefined ? '' : JSON.stringify(value));
    }
    let form = forms.get(present);
    if (!form) {
      form = formOf(names, values, write);
      forms.set(present, form);
    }
    return fill(form, texts);
  };
}

/** The texts before each value, with the place of the value among the names, and the text after the last. */
type Form = {
  readonly parts: readonly { readonly text: string; readonly place: number }[];
  readonly end: string;
};

function formOf<Name extends string>(
  names: readonly Name[],
  values: Values<Name>,
  write: (values: Values<Name>) => string,
): Form {
  const marks = names.map((name) => [name, values[name] === undefined ? undefined : `${mark}${name}`]);
  const pieces = write(Object.fromEntries(marks)).split(marked);
  const end = pieces.pop() ?? '';
  const parts: Form['parts'][number][] = [];
  for (let index = 0; index < pieces.length; index += 2)
    parts.push({ text: pieces[index] ?? '', place: names.indexOf(pieces[index + 1] as Name) });
  return { parts, end };
}

/** Random, so that it is in no text of a contract or a catalog. */
const mark = randomUUID();
const marked = new RegExp(`"${mark}(\\w+)"`);

function fill({ parts, end }: Form, texts: readonly string[]): string {
  let filled = '';
  for (const { text, place } of parts) filled += text + texts[place];
  return filled + end;
}
