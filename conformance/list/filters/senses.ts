// What filters are mistaken for: mutants, and what decides which values a check looks for.

import { type FilterField, isAnyText, type Meaning } from '../../../src/contract/list-filters.ts';
import { allows } from '../../../src/contract/schema-values.ts';
import { at, isObject } from '../../../src/json/json.ts';
import { valueKind, valueSize } from '../compare-values.ts';
import { isFound } from './filter.ts';
import { entriesIn, findingBy, isListField } from './meanings.ts';
import { withSign } from './odd-filters.ts';

/** Whether a mistaken filter for a value finds what a record shows. */
export type Sense = (shown: string, value: string) => boolean;

/** Senses that find more than they should, or others instead, and those that find less. */
type Senses = {
  readonly more: Readonly<Record<string, Sense>>;
  readonly less: Readonly<Record<string, Sense>>;
};

const as =
  (field: FilterField, means: Meaning): Sense =>
  (shown, value) =>
    findingBy({ ...field, means }, shown, value) === 'must';

const byText =
  (isMeant: (sign: number) => boolean): Sense =>
  (shown, value) =>
    isMeant(shown === value ? 0 : shown < value ? -1 : 1);

const byDay =
  (isMeant: (sign: number) => boolean): Sense =>
  (shown, value) =>
    byText(isMeant)(shown.slice(0, 10), value.slice(0, 10));

const signSenses: Readonly<Partial<Record<Meaning, (sign: number) => boolean>>> = {
  gt: (sign) => sign > 0,
  ge: (sign) => sign >= 0,
  lt: (sign) => sign < 0,
  le: (sign) => sign <= 0,
};

type FilterMistake = readonly [means: Meaning, name: string];

/** For which meaning a meaning is mistaken. */
const mistaken: Readonly<
  Partial<Record<Meaning, { readonly more?: readonly FilterMistake[]; readonly less?: readonly FilterMistake[] }>>
> = {
  ne: { more: [['eq', 'is taken for one that is equal']] },
  gt: { more: [['ge', 'finds the value itself'], ['lt', 'finds what is below']] },
  ge: { more: [['le', 'finds what is below']], less: [['gt', 'leaves out the value itself']] },
  lt: { more: [['le', 'finds the value itself'], ['gt', 'finds what is above']] },
  le: { more: [['ge', 'finds what is above']], less: [['lt', 'leaves out the value itself']] },
  contains: { less: [['startswith', 'looks at the beginning only'], ['eq', 'looks for the whole text']] },
  startswith: { more: [['contains', 'looks anywhere']], less: [['eq', 'looks for the whole text']] },
  endswith: { more: [['contains', 'looks anywhere']], less: [['eq', 'looks for the whole text']] },
}; // biome-ignore format: one glance

/** The senses in which a filter by a field may be mistaken. */
export function sensesOf(field: FilterField): Senses {
  const { means, schema } = field;
  const kind = valueKind(schema);
  const named = (some: readonly FilterMistake[] = []): [string, Sense][] =>
    some.map(([other, name]) => [name, as(field, other)]);
  const sign = signSenses[means];
  const more: [string, Sense][] = named(mistaken[means]?.more);
  const less: [string, Sense][] = named(mistaken[means]?.less);
  // What is on the value's own side is found by mistake, or lost, as far as the value itself counts.
  const [others, own] = ['gt', 'lt'].includes(means) ? [more, more] : [more, less];
  if (sign && kind === 'number') others.push(['compares numbers as text', byText(sign)]);
  if (sign && kind === 'instant') {
    others.push(['compares days only', byDay(sign)]);
    own.push(['compares timestamps as text', byText(sign)]);
  }
  const isNext: Sense = (shown, value) =>
    shown !== value && [-1, 1].some((steps) => nextValue(kind, shown, steps) === value);
  if (sign && ['lt', 'gt'].includes(means))
    less.push([
      'leaves out the value next to it',
      (shown, value) => as(field, means)(shown, value) && !isNext(shown, value),
    ]);
  if (sign && ['le', 'ge'].includes(means))
    more.push([
      'finds the value next to it',
      (shown, value) => as(field, means)(shown, value) || isNext(shown, value),
    ]);
  if (isListField(field)) {
    less.push(['looks at the first of several values only', (shown, value) => entriesIn(shown)[0] === value]);
    if (hasTextEntries(field))
      more.push([
        'finds parts of several values',
        (shown, value) => entriesIn(shown).some((one) => one.includes(value)),
      ]);
  }
  if (means === 'eq' && kind === 'instant')
    less.push(['compares timestamps as text', (shown, value) => shown === value]);
  if (kind === 'number' && means !== 'ne') {
    more.push([
      'ignores the value 0',
      (shown, value) => Number(value) === 0 || as(field, means)(shown, value),
    ]);
    const unsigned: Sense = (shown, value) => as(field, means)(shown, value.replace('-', ''));
    (['lt', 'le'].includes(means) ? more : less).push(['drops the sign of the value', unsigned]);
  }
  if ((means === 'eq' || means === 'in') && kind === 'number') {
    more.push(['finds numbers that begin with it', (shown, value) => shown.startsWith(value)]);
    more.push(['drops fractions', (shown, value) => Math.trunc(Number(shown)) === Math.trunc(Number(value))]);
  }
  const expression = expressions[means];
  if (expression && kind === 'text' && !isListField(field))
    more.push(['is a regular expression', (shown, value) => isFound(shown, expression(value))]);
  if ((means === 'eq' || means === 'in') && kind === 'instant')
    more.push(['compares days only', byDay((one) => one === 0)]);
  return { more: Object.fromEntries(more), less: Object.fromEntries(less) };
}

/** How servers look for a part of a text by a regular expression. What LIKE matches, frameworks find, too. */
const expressions: Readonly<Partial<Record<Meaning, (value: string) => string>>> = {
  contains: (value) => value,
  startswith: (value) => `^${value}`,
  endswith: (value) => `${value}$`,
};

/** Whether a filter looks for any text among the values of a record, and finds only whole ones. */
const hasTextEntries = ({ means, schema }: FilterField): boolean =>
  (means === 'eq' || means === 'in') &&
  isAnyText(at(schema, 'items')) &&
  at(schema, 'items', 'format') === undefined;

/** Of a field with so many values, each is looked for. */
export const fewValues = 6;

/** The values of a field that has few: a boolean, or an enum. */
export function fewValuesOf({ schema }: FilterField): readonly string[] {
  const listed = valueKind(schema) === 'boolean' ? [true, false] : at(schema, 'enum');
  return Array.isArray(listed) && listed.length <= fewValues ? listed.map(String) : [];
}

/**
 * Values near one that a record shows, by kind and meaning: the numbers beside it, and 0, a second later and earlier, the same
 * instant with another offset, a part, and one that is found only as a pattern.
 */
export function nearValues(field: FilterField, shown: string): string[] {
  const { means, schema } = field;
  const kind = valueKind(schema);
  if (isListField(field)) {
    const entries = [...entriesIn(shown)].reverse();
    return [...entries, ...(hasTextEntries(field) ? entries.map((one) => one.slice(0, -1).trim()) : [])];
  }
  if (kind === 'number')
    // A value below zero may be rejected although no bound is stated.
    return [shown, nextValue(kind, shown, 1), nextValue(kind, shown, -1), '0'].filter(
      (value) =>
        (Number(value) >= 0 || Number(shown) < 0) && (!isObject(schema) || allows(schema, Number(value))),
    );
  if (kind === 'instant')
    return [
      ...[shown, nextValue(kind, shown, 1), nextValue(kind, shown, -1)],
      ...[otherZone(shown, 2), otherZone(shown, -2)],
    ];
  if (kind === 'boolean') return [shown, shown === 'true' ? 'false' : 'true'];
  const middle = Math.floor(shown.length / 2);
  const parts: Readonly<Partial<Record<Meaning, readonly string[]>>> = {
    contains: [shown.slice(1, -1), shown.slice(0, middle), shown.slice(middle), shown],
    startswith: [shown.slice(0, middle), shown.slice(0, 3), shown.slice(1), shown.slice(middle), shown],
    endswith: [shown.slice(middle), shown.slice(-3), shown.slice(0, -1), shown.slice(0, middle), shown],
  };
  const near = parts[means] ?? [shown];
  const [part = ''] = near;
  const patterns = expressions[means] && part.length > 2 ? [withSign(part, '.')] : [];
  return [...near, ...patterns].map((one) => one.trim()).filter((one) => one !== '');
}

/** The same instant as a clock shows it that is so many hours ahead; a date stays as it is. */
function otherZone(shown: string, hours: number): string {
  const milliseconds = Date.parse(shown);
  if (!shown.includes('T') || Number.isNaN(milliseconds) || valueSize('instant', shown) === undefined)
    return shown;
  const [, fraction = ''] = /\d(\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?$/.exec(shown) ?? [];
  const time = new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19);
  return `${time}${fraction}${hours < 0 ? '-' : '+'}0${Math.abs(hours)}:00`;
}

/** The value so many steps of its kind away: a number, a day if it is a date, a second if it is a timestamp. */
function nextValue(kind: ReturnType<typeof valueKind>, shown: string, steps: number): string {
  if (kind !== 'number') return kind === 'instant' ? later(shown, steps) : shown;
  const [, decimals = ''] = /\.(\d+)$/.exec(shown) ?? [];
  return (Number(shown) + steps).toFixed(Math.min(decimals.length, 20));
}

/** The same instant so many seconds later, in the same form; a date so many days later. */
function later(shown: string, steps: number): string {
  const [, day = '', time, rest = ''] = /^(\d{4}-\d\d-\d\d)(?:([Tt ]\d\d:\d\d:\d\d)(.*))?$/.exec(shown) ?? [];
  const milliseconds = Date.parse(`${day}${time === undefined ? '' : `T${time.slice(1)}`}Z`);
  const size = time === undefined ? 86_400_000 : 1000;
  if (Number.isNaN(milliseconds) || valueSize('instant', shown) === undefined) return shown;
  const next = new Date(milliseconds + steps * size).toISOString();
  return time === undefined ? next.slice(0, 10) : next.slice(0, 19).replace('T', time[0] ?? 'T') + rest;
}
