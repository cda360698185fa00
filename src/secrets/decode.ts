/** A text as it reads once it is decoded, and where each of its characters is in what it was decoded from. */
type View = {
  readonly text: string;
  /** The place of a character in the original; where nothing was decoded, places are the same. */
  readonly placeOf: (index: number) => number;
};

/** How often something may be encoded: JSON in JSON in a query. */
const mostLayers = 4;

/** Octets in a row, as addresses, programs and shells write them. */
const octets = '(?:%[\\da-f]{2})+|(?:\\\\x[\\da-f]{2})+|(?:\\\\[0-3][0-7]{2})+';

/** Everything that stands for another character: in JSON and programs, in addresses, in pages and in shells. */
const escapes = new RegExp(
  `(?<octets>${octets})|(?<units>(?:(?:\\\\|%)u[\\da-f]{4})+)|\\\\u\\{(?<point>[\\da-f]{1,6})\\}|(?<selves>(?:\\\\[!-/:-@[-\`{-~])+)|\\\\(?<control>[bfnrt])|&#x(?<hex>[\\da-f]{1,6});|&#(?<decimal>\\d{1,7});|&(?<entity>amp|lt|gt|quot|apos);|'(?<quote>\\\\'|"'")'`,
  'gi',
);

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a text says, as it is and layer by layer as it is decoded; the last is decoded throughout. */
export function viewsOf(text: string): [View, ...View[]] {
  const views: [View, ...View[]] = [{ text, placeOf: (index) => index }];
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const outer = views.at(-1) ?? views[0];
    const inner = decoded(outer);
    if (!inner) break;
    views.push(inner);
  }
  return views;
}

/** A text without what stands for something else; undefined where nothing does. */
function decoded({ text, placeOf }: View): View | undefined {
  if (!/[\\%&]/.test(text)) return undefined;
  const pieces: string[] = [];
  const places = createPlaces();
  let [length, last] = [0, 0];
  for (const match of text.matchAll(escapes)) {
    const { 0: whole, index } = match;
    pieces.push(text.slice(last, index));
    length += index - last;
    last = index + whole.length;
    const { said, sizes } = meaningOf(match);
    pieces.push(said);
    let place = index;
    // A character beyond the first of a pair is where the pair does.
    for (const size of sizes) {
      length += 1;
      place += size;
      if (size > 0) places.add(length, place - length);
    }
  }
  if (last === 0) return undefined;
  pieces.push(text.slice(last));
  return { text: pieces.join(''), placeOf: (index) => placeOf(places.of(index)) };
}

/** What is read from a part of a text, and from where to where the characters from one to another are written. */
export type Reading = {
  readonly text: string;
  readonly rangeOf: (from: number, to: number) => { from: number; to: number };
};

/** A text without what a pattern finds in it. */
export function withoutGaps(text: string, gaps: RegExp): Reading {
  const pieces: string[] = [];
  const places = createPlaces();
  let [length, last] = [0, 0];
  for (const { 0: gap, index } of text.matchAll(gaps)) {
    pieces.push(text.slice(last, index));
    length += index - last;
    last = index + gap.length;
    places.add(length, last - length);
  }
  pieces.push(text.slice(last));
  return {
    text: pieces.join(''),
    rangeOf: (from, to) => ({ from: places.of(from), to: places.of(to - 1) + 1 }),
  };
}

/** Where the characters of a text are in a longer one, of which parts were left out. */
type Places = {
  /** From this character on, places are so much further in the longer text. */
  readonly add: (index: number, shift: number) => void;
  readonly of: (index: number) => number;
};

/** Keeps places as plain numbers: a body of escapes has millions. They are added in order. */
function createPlaces(): Places {
  let places = new Uint32Array(16);
  let shifts = new Uint32Array(16);
  let count = 0;
  return {
    add: (index, shift) => {
      if (count === places.length) [places, shifts] = [twice(places), twice(shifts)];
      places[count] = index;
      shifts[count] = shift;
      count += 1;
    },
    of: (index) => {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      return index + (low === 0 ? 0 : (shifts[low - 1] ?? 0));
    },
  };
}

function twice(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

/** What escapes stand for, and how long the escape of each character is; 0 for all but the last of a pair. */
type Meaning = { readonly said: string; readonly sizes: Iterable<number> };

function meaningOf({ 0: whole, groups = {} }: RegExpExecArray): Meaning {
  const { octets: run, units, point, selves, control, hex, decimal, entity } = groups;
  if (run !== undefined) return charactersOf(run);
  if (units !== undefined && whole.length > 6) return unitsOf(units);
  if (selves !== undefined && whole.length > 2)
    return { said: selves.replaceAll(/\\(.)/g, '$1'), sizes: new Uint8Array(whole.length / 2).fill(2) };
  const code = units?.slice(2) ?? point ?? hex;
  const number = code === undefined ? decimal : Number.parseInt(code, 16);
  const said =
    number !== undefined
      ? character(Number(number))
      : (selves?.slice(1) ??
        controls[control?.toLowerCase() ?? ''] ??
        entities[entity?.toLowerCase() ?? ''] ??
        "'");
  return { said, sizes: said.length > 1 ? [0, whole.length] : [whole.length] };
}

/** The character of a code point. */
export const character = (code: number): string => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));

/** The characters of a row of `\u0041`. */
function unitsOf(run: string): Meaning {
  const units = new Uint16Array(run.length / 6);
  for (let index = 0; index < units.length; index += 1)
    units[index] = Number.parseInt(run.slice(index * 6 + 2, index * 6 + 6), 16);
  return { said: textOf(units), sizes: new Uint8Array(units.length).fill(6) };
}

const textOf = (units: Uint16Array<ArrayBuffer>): string =>
  Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le');

/** The characters of octets in a row: UTF-8, and Latin-1 where they are none. */
function charactersOf(run: string): Meaning {
  const size = run.startsWith('%') ? 3 : 4;
  const isOctal = size === 4 && !/^.x/i.test(run);
  const bytes = new Uint8Array(run.length / size);
  for (let index = 0; index < bytes.length; index += 1) {
    const digits = run.slice(index * size + (isOctal ? 1 : size - 2), (index + 1) * size);
    bytes[index] = Number.parseInt(digits, isOctal ? 8 : 16);
  }
  const units = new Uint16Array(bytes.length);
  const sizes = new Uint8Array(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; ) {
    const { point, length } = pointAt(bytes, index);
    const said = character(point);
    for (let unit = 0; unit < said.length; unit += 1, count += 1) units[count] = said.charCodeAt(unit);
    sizes[count - 1] = length * size;
    index += length;
  }
  return {
    said: textOf(units.subarray(0, count)),
    sizes: sizes.subarray(0, count),
  };
}

/** The character at a place among bytes, and how many of them it takes. */
export function pointAt(bytes: Uint8Array, index: number): { point: number; length: number } {
  const first = bytes[index] ?? 0;
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  let point = length === 1 ? first : first & (0x7f >> length);
  for (let next = index + 1; next < index + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return { point: first, length: 1 };
    point = (point << 6) | (byte & 0x3f);
  }
  return { point, length };
}
