import fc from 'fast-check';
import { meaningless } from './asked.ts';

/** Filters that no reading of the grammar parses, around a value that would be found. */
const unparsable = (value: string): string[] => [
  `eq(name,${value}`,
  `eq name,${value})`,
  'eq(name)',
  'eq',
  `(name,${value})`,
  `eq(,${value})`,
  `eq(name,${value}))`,
  `eq(name,'${value})`,
  `eq(name,"${value})`,
];

/** Fragments of other languages, which a server may hand on to its database as they are. */
const fragments = (value: string, slug: string): string[] => [
  `eq(name,${value}' OR '1'='1)`,
  `eq(slug,${slug}' OR '1'='1)`,
  `eq(name,${value}' OR 1=1 --)`,
  `in(id,' OR '1'='1)`,
  `eq(name,${value}"; DROP TABLE products; --)`,
  'eq(name,{"$ne":null})',
  'eq(name,%)',
];

/** Filters that might trip a parser up, whatever it makes of them. */
const stumbling = (value: string): string[] => [
  '',
  ' ',
  `eq(name,${'a'.repeat(3000)})`,
  '('.repeat(500),
  'eq(name,Zelt für zwei ⛺)',
  'eq(name,Campfire 🔥 𝒮)',
  'eq(name,\\)',
  'eq(name,\0)',
  'in(id,)',
  'in(id,not-a-uuid)',
  `in(name,${value})`,
  'eq(price,1)',
  'eq(status,draft)',
  `eq(name,${value}):eq(slug,assay-no-such-slug)`,
  `or(eq(name,${value}),eq(status,draft))`,
];

/** Every unusual filter that is always tried. */
export const oddFilters = (value: string, slug: string): string[] => [
  ...unparsable(value),
  ...meaningless.map((operator) => `${operator}(name,${value})`),
  ...fragments(value, slug),
  ...stumbling(value),
];

/** Not with `stringMatching`, which is made for more than this, and needs longer to begin than all of a listing's draws. */
const word = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 1, maxLength: 9 })
  .map((letters) => letters.join(''));

/** Ranges of code points: ASCII, accents, letters of Europe, ideographs, emoji. */
const alphabets = [
  [0x20, 0x7e],
  [0x300, 0x36f],
  [0xa1, 0x52f],
  [0x4e00, 0x9fff],
  [0x1f300, 0x1f64f],
] as const;

/** Not the graphemes of fast-check, whose tables take 20 ms to load. */
const anyLetter = fc
  .oneof(...alphabets.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code));

/** Near misses of the grammar, drawn: nested, spaced, unclosed, of unknown words, in any letters; each around a value. */
export const offGrammar = (): fc.Arbitrary<(value: string) => string> =>
  fc
    .record({
      operator: fc.oneof(fc.constantFrom('eq', 'in', 'EQ', 'ne', 'like', ''), word),
      attribute: fc.oneof(fc.constantFrom('name', 'slug', 'id', 'sku', 'attributes.name', ''), fc.string()),
      write: fc.oneof(
        fc.constant((value: string) => value),
        fc.string({ unit: anyLetter, maxLength: 40 }).map((drawn) => () => drawn),
        fc.constant((value: string) => `eq(name,${value})`),
      ),
      space: fc.constantFrom('', ' ', '\t', '  '),
      open: fc.constantFrom('(', '((', '', '['),
      close: fc.constantFrom(')', '))', '', ']'),
    })
    .map(
      ({ operator, attribute, write, space, open, close }) =>
        (value) =>
          `${operator}${open}${space}${attribute}${space},${write(value)}${close}`,
    );
