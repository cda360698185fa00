// How values compare: numbers and instants by size, text by any order that servers use (READINGS L8, L9).

import { alternativesOf } from '../../src/contract/combine.ts';
import { at, isObject, type JsonObject, type Path } from '../../src/json/json.ts';
import { typesOf } from '../../src/json/schema-at.ts';
import { lenientUuid } from '../../src/json/uuid.ts';
import { lazy, onceFor, onceForText } from '../../src/once.ts';
import { withoutAccents } from '../../src/words.ts';

/** What the values of an attribute are, by its schema. */
type ValueKind = 'number' | 'instant' | 'boolean' | 'text';

/** What the values of a schema are; text if it does not say. */
export const valueKind = (schema: unknown): ValueKind => (isObject(schema) ? kindOfObject(schema) : 'text');

/** Cached, since the values of very many records are compared. */
const kindOfObject = onceFor((schema: JsonObject): ValueKind => {
  const types = typesIn(schema);
  if (types.includes('string')) return hasFormat(schema, ['date-time', 'date']) ? 'instant' : 'text';
  if (types.includes('integer') || types.includes('number')) return 'number';
  return types.includes('boolean') ? 'boolean' : 'text';
});

/** The types that a schema states, by itself or by its alternatives. */
export const typesIn = (schema: unknown): readonly unknown[] => [
  ...typesOf(schema),
  ...alternativesOf(schema).flatMap(typesIn),
];

const hasFormat = (schema: unknown, formats: readonly string[]): boolean =>
  formats.includes(String(at(schema, 'format'))) ||
  alternativesOf(schema).some((one) => hasFormat(one, formats));

/** Whether values are points in time, of which a server may show less than it has; a date is shown whole. */
export const isTime = (schema: unknown): boolean => hasFormat(schema, ['date-time']);

/** Whether a record shows no value of an attribute, or null. */
export const lacksValue = (record: JsonObject, { place }: { readonly place: Path }): boolean =>
  (at(record, ...place) ?? null) === null;

/** A value as it compares within its kind; undefined if the text is none of its kind. */
export function valueSize(kind: ValueKind, text: string): number | bigint | undefined {
  if (kind === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
  if (kind === 'boolean') return { true: 1, false: 0 }[text];
  return kind === 'instant' ? instantOf(text) : undefined;
}

const second = 1_000_000_000n;

/** Nanoseconds since 1970; a time without an offset is taken for UTC. */
export function instantOf(text: string): bigint | undefined {
  const [, day, time = '00:00:00', fraction = '', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?\s*([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(
      text,
    ) ?? [];
  const milliseconds = Date.parse(`${day}T${time}${offset.toUpperCase()}`);
  if (day === undefined || Number.isNaN(milliseconds)) return undefined;
  return (BigInt(milliseconds) * second) / 1000n + BigInt(fraction.padEnd(9, '0') || '0');
}

/** Whether two neighbours, which are not equal, may stand in this order. */
export type TextOrder = (before: string, after: string) => number;

const byUnits: TextOrder = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

const byBytes: TextOrder = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const orderFolding =
  (fold: (text: string) => string): TextOrder =>
  (one, other) =>
    byUnits(fold(one), fold(other));

const collated = (language: string, options: Intl.CollatorOptions): TextOrder => {
  // Equal letters are ordered by their case or accents as a server likes.
  const { compare } = new Intl.Collator(language, { ...options, sensitivity: 'base' });
  return compare;
};

const byNumber: TextOrder = (one, other) => Number(one) - Number(other);

/** Made when text is first compared: a collator takes a millisecond. */
const textOrders = lazy((): readonly TextOrder[] => [
  byUnits,
  byBytes,
  orderFolding((text) => text.toLowerCase()),
  orderFolding((text) => text.toUpperCase()),
  // What databases without a locale compare.
  orderFolding((text) => withoutAccents(text).toLowerCase()),
  orderFolding((text) => withoutAccents(text).toUpperCase()),
  ...['en', 'sv', 'da'].flatMap((language) => [
    collated(language, {}),
    collated(language, { ignorePunctuation: true }),
    collated(language, { numeric: true }),
  ]),
]);

/** Orders of UUIDs that their text does not have: of signed halves (Java), and from the last group on (SQL Server). */
const uuidOrders: readonly TextOrder[] = [
  (one, other) => byUnits(signedHalves(one), signedHalves(other)),
  (one, other) => byUnits(groupsFromEnd(one), groupsFromEnd(other)),
];

/** A UUID of which the first digit of each half is that of the number when negative ones come first. */
const signedHalves = (uuid: string): string =>
  uuid.toLowerCase().replace(/^.|(?<=^.{19})./g, (digit) => (Number.parseInt(digit, 16) ^ 8).toString(16));

/** The groups of a UUID as SQL Server compares them: the first three are numbers whose smallest byte comes first. */
function groupsFromEnd(uuid: string): string {
  const groups = uuid.toLowerCase().split('-');
  const bytesReversed = (group: string): string => (group.match(/../g) ?? []).toReversed().join('');
  return groups
    .map((group, index) => (index < 3 ? bytesReversed(group) : group))
    .toReversed()
    .join('');
}

const isNumeric = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text);

/** Whether a server may take values for what it likes: the schema says no type, and some are no numbers. */
const isOpenOrder = (texts: readonly string[], schema: unknown): boolean =>
  typesIn(schema).length === 0 && at(schema, 'enum') === undefined && !texts.every(isNumeric);

/** The orders that a server may list some texts in: those of databases and locales, that of an enum, that of numbers in text. */
export function ordersOf(texts: readonly string[], schema?: unknown): readonly TextOrder[] {
  if (isOpenOrder(texts, schema)) return [() => 0];
  const listed = at(schema, 'enum');
  const places = Array.isArray(listed) ? listed.map(String) : [];
  const own: TextOrder = (one, other) => places.indexOf(one) - places.indexOf(other);
  return [
    ...textOrders(),
    ...(at(schema, 'format') === 'uuid' ? uuidOrders : []),
    ...(places.length > 0 && texts.every((text) => places.includes(text)) ? [own] : []),
    ...(texts.length > 0 && texts.every(isNumeric) ? [byNumber] : []),
  ];
}

/** How two values of a kind compare: below 0, 0 or above 0; undefined if servers differ. */
export function compared(kind: ValueKind, one: string, other: string, schema?: unknown): number | undefined {
  if (isOpenOrder([one, other], schema)) return undefined;
  if (one === other) return 0;
  if (kind !== 'text') {
    const [size, otherSize] = [valueSize(kind, one), valueSize(kind, other)];
    if (size === undefined || otherSize === undefined) return undefined;
    return size < otherSize ? -1 : size > otherSize ? 1 : 0;
  }
  const signs = new Set(ordersOf([one, other], schema).map((order) => Math.sign(order(one, other))));
  const [sign] = signs;
  return signs.size === 1 ? sign : undefined;
}

/**
 * Whether two values are the same up to ASCII letter case and accents, which a `must` does not distinguish (READINGS
 * 26).
 */
export const isNear = (one: string, other: string): boolean => nearKey(one) === nearKey(other);

/** The common form of near values. Some databases ignore spaces at the end of text, some readers zeros and signs of UUIDs. */
export const nearKey = onceForText(
  (text) => lenientUuid(text) ?? inSmallLetters(withoutAccents(text).replace(/^ +| +$/g, '')),
);

const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const isSameInOtherCase = (one: string, other: string): boolean =>
  inSmallLetters(one.trim().normalize('NFC')) === inSmallLetters(other.trim().normalize('NFC'));

/** A form in which keys are equal that some server takes for equal. */
export const looseKey = (schema: unknown, key: string): string => {
  const kind = valueKind(schema);
  return kind === 'text' ? nearKey(key).replace(/[^\p{L}\p{N}]/gu, '') : String(valueSize(kind, key) ?? key);
};
