// Filters by meaning: each looks for values that show most of what it could be mistaken for.

import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import { clauseId, clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { type ListStructure, listOf } from '../../../src/contract/list.ts';
import {
  type FilterField,
  filterFields,
  filterPairs,
  isAnyText,
  joinedText,
  writeConditions,
} from '../../../src/contract/list-filters.ts';
import { pointerTo } from '../../../src/json/json.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { drawFrom } from '../../core/random-draws.ts';
import { type Collection, nameOfCollection } from '../../core/target.ts';
import { valueKind } from '../compare-values.ts';
import { listingRequest, wholeQuery } from '../query.ts';
import { readFirst } from '../read-pages.ts';
import { sendDueFilter, sendFilter, sendShrinking } from './asking.ts';
import { findingOfItem, findingOfValues } from './claims.ts';
import { meaningless, unknownAttribute } from './faults.ts';
import { filterFor, hasEqualValues, isPlainFor, isRange, type Sought, shownValue } from './filter.ts';
import { filterText, findingBy } from './meanings.ts';
import { fewValuesOf, nearValues, sensesOf } from './senses.ts';

/** The most values of one field that are looked for in one collection. */
const valuesOfField = 4;

/** Values that are tried for what they show. */
const mostTried = 60;

/** The fields whose filters are compared by meaning; those that look for equal text have experiments of their own. */
const comparedFields = (contract: Contract): readonly FilterField[] =>
  filterFields(listOf(contract)).filter((field) => !(hasEqualValues(field) && isAnyText(field.schema)));

type ComparedValue = { readonly value: string; readonly isFound: boolean };

/**
 * The values that tell most mistakes apart from what a filter means: each mistake that would return other records than
 * those shown is one. Among equals the seed decides. One at least `fitsOnPage`, if any does: only then it shows whether
 * all is found.
 */
function tellingValues(
  field: FilterField,
  shown: readonly string[],
  order: (values: readonly string[]) => readonly string[],
  count: number,
  fitsOnPage: (value: string) => boolean,
): ComparedValue[] {
  const { more, less } = sensesOf(field);
  const senses: readonly ((shown: string, value: string) => boolean)[] = [
    () => true,
    () => false,
    ...Object.values(more),
    ...Object.values(less),
  ];
  const near = shown.flatMap((value) => nearValues(field, value));
  const able = order([...new Set(near)].filter((value) => isPlainFor(field, value))).slice(0, mostTried);
  const found = able.map((value) => {
    const findings = shown.map((one) => findingBy(field, one, value));
    // A mistake may show by a record too many, and by one that is missing.
    const excluded = senses.flatMap((sense, index) =>
      (['never', 'must'] as const).flatMap((finding) =>
        shown.some((one, place) => findings[place] === finding && sense(one, value) === (finding === 'never'))
          ? [`${index} ${finding}`]
          : [],
      ),
    );
    return { value, told: excluded, isFound: findings.includes('must') };
  });
  const chosen: ComparedValue[] = [];
  const open = new Set(found.flatMap(({ told }) => told));
  while (chosen.length < count) {
    const [best] = found
      .map((one) => ({ ...one, left: one.told.filter((mistake) => open.has(mistake)) }))
      .toSorted((one, other) => other.left.length - one.left.length);
    if (!best || best.left.length === 0) break;
    for (const mistake of best.left) open.delete(mistake);
    chosen.push(best);
  }
  const complete = found.filter(({ value, isFound }) => isFound && fitsOnPage(value));
  if (complete.every(({ value }) => chosen.every((one) => one.value !== value)))
    chosen.push(...complete.toSorted((one, other) => other.told.length - one.told.length).slice(0, 1));
  return chosen;
}

/** A value that records show in another field of text, and none in this. */
function valuesElsewhere(field: FilterField, items: readonly Item[], contract: Contract): string[] {
  if (valueKind(field.schema) !== 'text' || !isAnyText(field.schema)) return [];
  const others = filterFields(listOf(contract)).filter(
    (other) => pointerTo(other.place) !== pointerTo(field.place) && isAnyText(other.schema),
  );
  const own = shownValues(items, field);
  const elsewhere = others
    .flatMap((other) => shownValues(items, other))
    .find(
      (value) => isPlainFor(field, value) && own.every((one) => findingBy(field, one, value) === 'never'),
    );
  return elsewhere === undefined ? [] : [elsewhere];
}

const shownValues = (items: readonly Item[], { key }: FilterField): string[] =>
  items.flatMap((item) => shownValue(item, key) ?? []);

/** Sends filters by each compared field, for the values that tell most, and one of them in a small page. */
export async function sendComparisons(context: ExperimentContext, collection: Collection): Promise<void> {
  const { contract, seed, draws } = context;
  const pages = await readFirst(context, collection);
  const items = pages.flatMap((page) => page.items);
  const [shownOn] = pages;
  if (!shownOn) return;
  const count = Math.max(valuesOfField, Math.floor(draws / 10));
  for (const field of comparedFields(contract)) {
    const shown = shownValues(items, field);
    const name = `meaning ${field.key} ${nameOfCollection(collection)}`;
    const order = (values: readonly string[]): readonly string[] =>
      drawFrom(seed, name, values, values.length);
    // How a timestamp may be written is not stated: only that which is shown is due.
    const isDue = (value: string): boolean => valueKind(field.schema) !== 'instant' || shown.includes(value);
    const fitsOnPage = (value: string): boolean =>
      isDue(value) &&
      shown.filter((one) => findingBy(field, one, value) !== 'never').length < shownOn.query.bounds.largest;
    const telling = tellingValues(field, [...new Set(shown)], order, count, fitsOnPage);
    const few = field.means === 'eq' ? fewValuesOf(field) : [];
    const dueValues = telling.filter((one) => isDue(one.value));
    const listed = few
      .filter((value) => shown.includes(value) && dueValues.every((one) => one.value !== value))
      .map((value): ComparedValue => ({ value, isFound: true }));
    for (const { value, isFound } of [...dueValues, ...listed])
      await sendComparison(context, collection, field, { value, isFound, shownOn });
    const others = telling.flatMap(({ value }) => (isDue(value) ? [] : [value]));
    const absent = few.filter((value) => !shown.includes(value));
    for (const value of new Set([...others, ...absent, ...valuesElsewhere(field, items, contract)]))
      await sendFilter(context, collection, filterFor(listOf(contract), field.key, value));
  }
  for (const field of filterFields(listOf(contract)))
    if (field.attribute !== 'id')
      await sendList(context, collection, field, { shown: shownValues(items, field), shownOn });
  await sendJoined(context, collection, items, shownOn);
}

/** Records that are tried for what two conditions for their values find. */
const recordsForJoin = 20;

/** Pairs of conditions that are joined. */
const joins: readonly (readonly [
  join: Sought['join'],
  isMeant: (one: FilterField, other: FilterField) => boolean,
])[] = [
  ['and', (one, other) => one.attribute !== other.attribute],
  ['and', isRange],
  ['or', (one, other) => one.attribute !== other.attribute],
];

/**
 * Sends two conditions that both hold, of two fields and two bounds of one, and two of which one does, if the contract can
 * join them: each field with another, since a server may ignore one beside some others only.
 */
async function sendJoined(
  context: ExperimentContext,
  collection: Collection,
  items: readonly Item[],
  shownOn: Page,
): Promise<void> {
  const { contract, seed } = context;
  const list = listOf(contract);
  const id = focusOf(contract).id;
  const tried = drawFrom(seed, `join ${nameOfCollection(collection)}`, items, recordsForJoin);
  for (const [join, isMeant] of joins) {
    if (join === 'or' ? list.filter?.or === undefined : !contract.clauses.has(clauseId(id, 'filter-both')))
      continue;
    const [first, ...others] = joinedFilters(list, { items, tried }, join, isMeant);
    if (first !== undefined)
      await sendDueFilter(context, collection, first, wholeQuery, {
        clause: clauseId(id, 'filter-served'),
        shownOn,
      });
    // That each can be joined with each is not stated.
    for (const filter of others) await sendShrinking(context, collection, filter, wholeQuery);
  }
}

type Findings = readonly ReturnType<typeof findingOfItem>[];

/** So many pairs are enough for six attributes, each of which is joined with each. */
const mostPairs = 20;

/**
 * Filters of two conditions in which each field is, if possible beside one that looks for equal values, and each attribute
 * beside each other.
 */
function joinedFilters(
  list: ListStructure,
  { items, tried }: Readonly<Record<'items' | 'tried', readonly Item[]>>,
  join: Sought['join'],
  isMeant: (one: FilterField, other: FilterField) => boolean,
): string[] {
  const fields = filterFields(list);
  const [equal, others] = [true, false].map((is) => fields.filter((field) => hasEqualValues(field) === is));
  const partners = [...(equal ?? []), ...(others ?? [])];
  const findings = onceFor((field: FilterField) =>
    onceForText(
      (value): Findings =>
        items.map((item) => findingOfItem({ terms: [{ field, values: [value] }], join }, item)),
    ),
  );
  const joined = (...pair: readonly FilterField[]): string | undefined => {
    const [one, other] = fields.filter((field) => pair.includes(field));
    if (!one || !other || !isMeant(one, other)) return undefined;
    for (const item of tried)
      for (const value of valuesFinding(one, item))
        for (const second of valuesFinding(other, item)) {
          if (!areTold(findings(one)(value), findings(other)(second))) continue;
          const conditions = [
            { operator: one.operator, attribute: one.attribute, value },
            { operator: other.operator, attribute: other.attribute, value: second },
          ];
          if (list.filter && writeConditions(list.filter, { conditions, join }))
            return joinedText({ conditions, join });
        }
    return undefined;
  };
  const found: string[] = [];
  const paired = new Set<string>();
  const attributesOf = (...both: readonly FilterField[]): string =>
    String(both.map(({ attribute }) => attribute).sort());
  const pair = (one: FilterField, other: FilterField): boolean => {
    const filter = joined(one, other);
    if (filter === undefined) return false;
    found.push(filter);
    paired.add(attributesOf(one, other));
    return true;
  };
  for (const field of fields) partners.some((partner) => pair(field, partner));
  for (const [index, one] of partners.entries())
    for (const other of partners.slice(index + 1)) {
      if (found.length >= mostPairs) break;
      if (!paired.has(attributesOf(one, other))) pair(one, other);
    }
  return [...new Set(found)];
}

/** Values of a filter that find a record, what it shows first. */
function valuesFinding(field: FilterField, item: Item): string[] {
  const shown = shownValue(item, field.key);
  if (shown === undefined) return [];
  // How a timestamp may be written is not stated.
  const near = valueKind(field.schema) === 'instant' ? [] : nearValues(field, shown);
  return [...new Set([shown, ...near])].filter(
    (value) => isPlainFor(field, value) && findingBy(field, shown, value) === 'must',
  );
}

/** Whether some records are found by two conditions, and some by either alone. */
const areTold = (one: Findings, other: Findings): boolean =>
  one.some((found, place) => found === 'must' && other[place] === 'never') &&
  one.some((found, place) => found === 'never' && other[place] === 'must') &&
  one.some((found, place) => found === 'must' && other[place] === 'must');

/** Sends an operator and an attribute that the contract does not have, where it can write them. */
export async function sendUnknown(context: ExperimentContext, collection: Collection): Promise<void> {
  const list = listOf(context.contract);
  const [field] = filterFields(list);
  const [first] = await readFirst(context, collection);
  const value = field && first?.items.flatMap((item) => shownValue(item, field.key) ?? [])[0];
  if (!field || value === undefined || context.contract.hasDerivedClauses !== true) return;
  for (const [operator, attribute] of [
    [meaningless[0] ?? '', field.attribute],
    [field.operator, unknownAttribute],
  ] as const) {
    const filter = joinedText({ conditions: [{ operator, attribute, value }] });
    if (filterPairs(list, filter).length > 0)
      await context.exchange(listingRequest(context, collection, { ...wholeQuery, filter }));
  }
}

const sendComparison = (
  context: ExperimentContext,
  collection: Collection,
  field: FilterField,
  { value, isFound, shownOn }: ComparedValue & { readonly shownOn: Page },
): Promise<boolean> =>
  sendDueFilter(context, collection, filterFor(shownOn.query.list, field.key, value), wholeQuery, {
    clause: clauseInFocus(context.contract, isFound ? 'filter-served' : 'filter-none-rejected'),
    shownOn,
  });

/** Looks for two values at once, if an operator takes several. */
async function sendList(
  context: ExperimentContext,
  collection: Collection,
  field: FilterField,
  { shown, shownOn }: { readonly shown: readonly string[]; readonly shownOn: Page },
): Promise<void> {
  const values = [...new Set(shown)].filter((value) => isPlainFor(field, value));
  const two = drawFrom(context.seed, `two ${field.key} ${nameOfCollection(collection)}`, values, 2);
  if (!field.takesSeveral || two.length < 2) return;
  const isFound = shown.some((one) => findingOfValues(field, two, one) === 'must');
  await sendComparison(context, collection, field, { value: filterText(field, two), isFound, shownOn });
}
