import { type Contract, constraintsOf, focusedOn, focusOf } from '../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../src/contract/list.ts';
import { printPlace } from '../../src/contract/places.ts';
import { keyOfRecord } from '../../src/contract/record.ts';
import { nounOfId } from '../../src/contract/record-references.ts';
import { at, isAtOrIn, type JsonObject } from '../../src/json/json.ts';
import { numberWords, shortened } from '../../src/words.ts';
import type { Context } from '../core/context.ts';
import type { Item } from '../core/evidence.ts';
import type { Collection, CollectionName } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { hiddenIds } from '../list/filters/odd-filters.ts';
import { wholeQuery } from '../list/query.ts';
import { listRecords as listPage, readListedPages } from '../list/read-pages.ts';

/** A record that must not be listed, with what it shows instead of what its schema states. */
type Unlisted = { readonly id: string; readonly shows: string };

export type CollectionReading = {
  readonly total: number;
  /** The ids of what it lists; undefined if not all are known. */
  readonly holds?: readonly string[];
  /** Why not all are known. */
  readonly cut?: string;
  /** The ids of what says that its place is declared, in the order shown. */
  readonly order: readonly string[];
  readonly unlisted: readonly Unlisted[];
  /** The ids of other records that its records show, by the names of their fields. */
  readonly referred: ReadonlyMap<string, string | number>;
};

export type CollectionSketch = CollectionName & (CollectionReading | { readonly problem: string });

/** Only the first page of longer collections is read: nobody would check a longer list. */
const mostListed = 1_000;

/** Reads each collection. Only ids of a harmless form and numbers are copied from the target. */
export async function sketchCollections(context: Context): Promise<CollectionSketch[]> {
  const sketches: CollectionSketch[] = [];
  for (const { operation, values } of context.target.collections) {
    try {
      const own = { ...context, contract: focusedOn(context.contract, operation) };
      sketches.push({ operation, values, ...(await sketch(own, { operation, values })) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      sketches.push({ operation, values, problem: error.message });
    }
  }
  return sketches;
}

async function sketch(context: Context, collection: Collection): Promise<CollectionReading> {
  const first = await listPage(context, collection, wholeQuery);
  const isLong = (first.page.total ?? 0) > mostListed;
  const listed = isLong ? [first] : await readListedPages(context, collection);
  const pages = listed.map(({ page }) => page);
  const items = pages.flatMap((page) => page.items);
  const records = listed.flatMap((one) => one.records);
  const unlisted = unlistedAmong(context.contract, records);
  const isUnlisted = new Set(unlisted.map(({ id }) => id));
  const ids = sketchedIds(items);
  const hidden = new Set(hiddenIds(context.target));
  const isListed = (id: string): boolean => !isUnlisted.has(id) && !hidden.has(id);
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  const total = first.page.total ?? size;
  const cut = whyCut(listOf(context.contract), total, size, ids);
  return {
    total,
    ...(cut === undefined ? { holds: ids.filter(isListed) } : { cut }),
    order: cut === undefined ? sketchedIds(items.filter(({ isPinned }) => isPinned)).filter(isListed) : [],
    unlisted: [...new Map(unlisted.map((one) => [one.id, one])).values()],
    referred: referredBy(records),
  };
}

function referredBy(records: readonly JsonObject[]): ReadonlyMap<string, string | number> {
  const shown = records.flatMap((record) => Object.entries(record)).toReversed();
  return new Map(
    shown.flatMap(([name, value]): [string, string | number][] => {
      const isId = typeof value === 'number' || (typeof value === 'string' && harmless.test(value));
      return isId && nounOfId(name) !== undefined ? [[name, value]] : [];
    }),
  );
}

function whyCut(
  { total: counted, nouns: { records } }: ListStructure,
  total: number,
  size: number,
  ids: readonly string[],
): string | undefined {
  if (total > mostListed)
    return `it has ${numberWords(total)} ${records}, and at most ${numberWords(mostListed)} are read`;
  if (size !== total)
    return `its pages show ${size} of the ${total} ${records} that ${counted ? printPlace(counted.at) : 'the total'} counts`;
  if (ids.length !== size)
    return `${size - ids.length} of its ${size} ${records} show no id that can be copied`;
  const repeated = size - new Set(ids).size;
  return repeated === 0 ? undefined : `its pages show ${repeated} of their ${size} ${records} twice`;
}

/** The records that show another value than the one that the schema allows, and that others show. */
function unlistedAmong(contract: Contract, records: readonly JsonObject[]): Unlisted[] {
  const operation = focusOf(contract);
  const inRecord = [...operation.record, '[]'];
  const stated = constraintsOf(contract, operation.id).flatMap(({ side, keyword, value, clause, paths }) =>
    side === 'response' && keyword === 'const' && clause.level === 'must'
      ? paths.flatMap((path) =>
          isAtOrIn(path, inRecord) ? [{ value, place: path.slice(inRecord.length) }] : [],
        )
      : [],
  );
  const narrow = stated.filter(({ value, place }) =>
    records.some((record) => at(record, ...place) === value),
  );
  return records.flatMap((record) => {
    const id = keyOfRecord(operation, record);
    const broken = narrow.find(({ value, place }) => {
      const shown = at(record, ...place);
      return shown !== undefined && shown !== value;
    });
    if (id === undefined || !harmless.test(id) || !broken) return [];
    const shown = shortened(JSON.stringify(at(record, ...broken.place)), longestValue);
    return [{ id, shows: `${broken.place.at(-1)} ${shown}` }];
  });
}

/** In characters. */
const longestValue = 40;

const harmless = /^[A-Za-z0-9._~-]{1,128}$/;

const sketchedIds = (items: readonly Item[]): string[] =>
  items.flatMap(({ id }) => (id !== undefined && harmless.test(id) ? id : []));

export const redactedSketch = (
  sketch: CollectionSketch,
  redact: (text: string) => string,
): CollectionSketch =>
  'problem' in sketch
    ? { ...sketch, problem: redact(sketch.problem) }
    : {
        ...sketch,
        unlisted: sketch.unlisted.map(({ id, shows }) => ({ id, shows: redact(shows) })),
        referred: new Map([...sketch.referred].filter(([, id]) => redact(String(id)) === String(id))),
      };
