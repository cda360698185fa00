import fc from 'fast-check';
import { fieldsOf, type ListStructure } from '../../../src/contract/list.ts';
import { meaningless } from './asked.ts';
import { filterFor, withOperators } from './filter.ts';

/** Filters that no reading of the grammar parses, around a value that would be found. */
const unparsable = (value: string): string[] => [
  `{equals}(name,${value}`,
  `{equals} name,${value})`,
  '{equals}(name)',
  '{equals}',
  `(name,${value})`,
  `{equals}(,${value})`,
  `{equals}(name,${value}))`,
  `{equals}(name,'${value})`,
  `{equals}(name,"${value})`,
];

/** Fragments of other languages, which a server may hand on to its database as they are. */
const fragments = (value: string, slug: string): string[] => [
  `{equals}(name,${value}' OR '1'='1)`,
  `{equals}(slug,${slug}' OR '1'='1)`,
  `{equals}(name,${value}' OR 1=1 --)`,
  `{among}(id,' OR '1'='1)`,
  `{equals}(name,${value}"; DROP TABLE products; --)`,
  '{equals}(name,{"$ne":null})',
  '{equals}(name,%)',
];

/** Filters that might trip a parser up, whatever it makes of them. */
const stumbling = (value: string): string[] => [
  '',
  ' ',
  `{equals}(name,${'a'.repeat(3000)})`,
  '('.repeat(500),
  '{equals}(name,Zelt für zwei ⛺)',
  '{equals}(name,Campfire 🔥 𝒮)',
  '{equals}(name,\\)',
  '{equals}(name,\0)',
  '{among}(id,)',
  '{among}(id,not-a-uuid)',
  `{among}(name,${value})`,
  '{equals}(price,1)',
  '{equals}(status,draft)',
  `{equals}(name,${value}):{equals}(slug,assay-no-such-slug)`,
  `or({equals}(name,${value}),{equals}(status,draft))`,
];

/** Every unusual filter that is always tried, as far as the contract has the operators. */
export const oddFilters = (list: ListStructure, value: string, slug: string): string[] =>
  [
    ...unparsable(value),
    ...meaningless.map((operator) => `${operator}(name,${value})`),
    ...fragments(value, slug),
    ...stumbling(value),
  ].flatMap((text) => withOperators(list, text) ?? []);

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
export const offGrammar = (list: ListStructure): fc.Arbitrary<(value: string) => string> => {
  const fields = fieldsOf(list);
  const [first] = fields;
  const operators = list.filter.map(({ name }) => name);
  const capitals = operators.slice(0, 1).map((name) => name.toUpperCase());
  const attributes = fields.map(({ attribute }) => attribute);
  return fc
    .record({
      operator: fc.oneof(fc.constantFrom(...operators, ...capitals, 'ne', 'like', ''), word),
      attribute: fc.oneof(fc.constantFrom(...attributes, 'sku', 'attributes.name', ''), fc.string()),
      write: fc.oneof(
        fc.constant((value: string) => value),
        fc.string({ unit: anyLetter, maxLength: 40 }).map((drawn) => () => drawn),
        fc.constant((value: string) => (first ? filterFor(list, first.key, value) : value)),
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
};
