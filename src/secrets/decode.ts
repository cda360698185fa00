/** A text as it reads once it is decoded, and where each of its characters stands in what it was decoded from. */
export type View = {
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
  `(?<octets>${octets})|(?:\\\\|%)u(?<unit>[\\da-f]{4})|\\\\u\\{(?<point>[\\da-f]{1,6})\\}|\\\\(?<self>["'\`\\\\/])|\\\\(?<control>[bfnrt])|&#x(?<hex>[\\da-f]{1,6});|&#(?<decimal>\\d{1,7});|&(?<entity>amp|lt|gt|quot|apos);|'(?<quote>\\\\'|"'")'`,
  'gi',
);

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a text says, as it stands and layer by layer as it is decoded; the last is decoded throughout. */
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
function decoded(outer: View): View | undefined {
  if (!/[\\%&]/.test(outer.text)) return undefined;
  const { text } = outer;
  let made = '';
  /** Where an escape was decoded: the character after it, and how much longer the text was by then. */
  const ends: number[] = [];
  const shifts: number[] = [];
  let last = 0;
  for (const match of text.matchAll(escapes)) {
    made += text.slice(last, match.index);
    const pieces = meaningOf(match);
    let place = match.index;
    for (const [meaning, length] of pieces) {
      place += length;
      made += meaning;
      // A character beyond the first of a pair stands where the pair does.
      ends.push(made.length);
      shifts.push(place - made.length);
    }
    last = match.index + match[0].length;
  }
  if (ends.length === 0) return undefined;
  made += text.slice(last);
  const placeOf = (index: number): number => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return outer.placeOf(index + (shifts[low - 1] ?? 0));
  };
  return { text: made, placeOf };
}

/** What an escape stands for, character by character, each with the length of its own escape. */
function meaningOf({ 0: whole, groups = {} }: RegExpExecArray | RegExpMatchArray): [string, number][] {
  const { octets: run, unit, point, self, control, hex, decimal, entity } = groups;
  if (run !== undefined) return charactersOf(run);
  const code = unit ?? point ?? hex;
  if (code !== undefined) return [[character(Number.parseInt(code, 16)), whole.length]];
  if (decimal !== undefined) return [[character(Number(decimal)), whole.length]];
  const said = self ?? controls[control?.toLowerCase() ?? ''] ?? entities[entity?.toLowerCase() ?? ''] ?? "'";
  return [[said, whole.length]];
}

const character = (code: number): string => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));

/** The characters of octets in a row: UTF-8, and Latin-1 where they are none. */
function charactersOf(run: string): [string, number][] {
  const size = run.startsWith('%') ? 3 : 4;
  const isOctal = size === 4 && !/^.x/i.test(run);
  const bytes = Array.from({ length: run.length / size }, (_, index) =>
    Number.parseInt(run.slice(index * size + (isOctal ? 1 : size - 2), (index + 1) * size), isOctal ? 8 : 16),
  );
  const characters: [string, number][] = [];
  for (let index = 0; index < bytes.length; ) {
    const first = bytes[index] ?? 0;
    const wanted = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
    const some = bytes.slice(index, index + wanted);
    const isWhole = some.length === wanted && some.slice(1).every((byte) => (byte & 0xc0) === 0x80);
    const length = isWhole ? wanted : 1;
    characters.push([length > 1 ? Buffer.from(some).toString() : String.fromCharCode(first), length * size]);
    index += length;
  }
  return characters;
}
