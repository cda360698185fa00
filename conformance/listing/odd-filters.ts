import fc from 'fast-check';

/** Filters that no reading of the grammar parses, around a value that would be found. */
export const unparsable = (value: string): string[] => [
  `eq(name,${value}`,
  `eq name,${value})`,
  'eq(name)',
  'eq',
  `(name,${value})`,
  `eq(,${value})`,
  `eq(name,${value}))`,
];

/** Filters by an operator that the document does not have and that means nothing. */
export const unknownOperators = (value: string): string[] => [
  `assay(name,${value})`,
  `equals-nothing(name,${value})`,
];

/** Filters that might trip a parser up, whatever it makes of them. */
const stumbling = [
  '',
  ' ',
  `eq(name,${'a'.repeat(3000)})`,
  '('.repeat(500),
  'eq(name,Zelt für zwei ⛺)',
  "eq(name,Tent' OR '1'='1)",
  'eq(name,%)',
  'eq(name,\\)',
  'in(id,)',
  'in(id,not-a-uuid)',
  'in(name,Tent)',
  'eq(price,1)',
  'eq(name,Tent):eq(slug,tent)',
];

/** Every odd filter that is always tried. */
export const odd = (value: string): string[] => [
  ...unparsable(value),
  ...unknownOperators(value),
  ...stumbling,
];

const operator = fc.oneof(
  fc.constantFrom('eq', 'in', 'EQ', 'ne', 'like', ''),
  fc.stringMatching(/^[a-z]{1,9}$/),
);
const attribute = fc.oneof(fc.constantFrom('name', 'slug', 'id', 'sku', 'attributes.name', ''), fc.string());

/** Near misses of the grammar, drawn: nested, spaced, unclosed, of unknown words, in any letters. */
export const nearMiss = (value: string): fc.Arbitrary<string> =>
  fc
    .record({
      operator,
      attribute,
      value: fc.oneof(
        fc.constant(value),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constant(`eq(name,${value})`),
      ),
      space: fc.constantFrom('', ' ', '\t', '  '),
      open: fc.constantFrom('(', '((', '', '['),
      close: fc.constantFrom(')', '))', '', ']'),
    })
    .map(
      (part) =>
        `${part.operator}${part.open}${part.space}${part.attribute}${part.space},${part.value}${part.close}`,
    );
