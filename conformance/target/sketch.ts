import { focusedOn, focusOf } from '../../src/contract/contract.ts';
import { type ListStructure, listOf } from '../../src/contract/list.ts';
import { printPlace } from '../../src/contract/places.ts';
import { at, type JsonObject } from '../../src/json/json.ts';
import { isUuid } from '../../src/json/uuid.ts';
import { numberWords } from '../../src/words.ts';
import type { Context } from '../core/context.ts';
import type { Item } from '../core/evidence.ts';
import type { Collection, CollectionName } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { hiddenIds } from '../list/filters/odd-filters.ts';
import { list as listPage, readListedPages } from '../list/listing.ts';
import { wholeQuery } from '../list/query.ts';

type ShownDraft = { readonly id: string; readonly status: string };

export type CollectionReading = {
  readonly total: number;
  /** The ids of what it lists; undefined if not all are known. */
  readonly holds?: readonly string[];
  /** Why not all are known. */
  readonly cut?: string;
  /** The ids of what is marked as curated, in the order shown. */
  readonly order: readonly string[];
  readonly drafts: readonly ShownDraft[];
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
  const hasOnlyLive = context.contract.clauses.has(`${focusOf(context.contract).id}/live-only`);
  const drafts = hasOnlyLive ? listed.flatMap(({ records }) => records.flatMap(draftOf)) : [];
  const isDraft = new Set(drafts.map(({ id }) => id));
  const ids = idsOf(items);
  const hidden = new Set(hiddenIds(context.target));
  const isListed = (id: string): boolean => !isDraft.has(id) && !hidden.has(id);
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  const total = first.page.total ?? size;
  const cut = whyCut(listOf(context.contract), total, size, ids);
  return {
    total,
    ...(cut === undefined ? { holds: ids.filter(isListed) } : { cut }),
    order: cut === undefined ? idsOf(items.filter(({ isMarked }) => isMarked)).filter(isListed) : [],
    drafts: [...new Map(drafts.map((one) => [one.id, one])).values()],
  };
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

/** A record without a status may be live. */
function draftOf(record: JsonObject): ShownDraft[] {
  const [id, status] = [record.id, at(record, 'attributes', 'status')];
  if (typeof id !== 'string' || status === undefined || status === 'live') return [];
  const known = id.toLowerCase();
  const written = JSON.stringify(status);
  const shown = written.length > longestStatus ? `${written.slice(0, longestStatus)}…` : written;
  return isUuid(known) ? [{ id: known, status: shown }] : [];
}

/** In characters. */
const longestStatus = 40;

const harmless = /^[A-Za-z0-9._~-]{1,128}$/;

const idsOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ id }) => (id !== undefined && harmless.test(id) ? id : []));

export const redactedSketch = (
  sketch: CollectionSketch,
  redact: (text: string) => string,
): CollectionSketch =>
  'problem' in sketch
    ? { ...sketch, problem: redact(sketch.problem) }
    : {
        ...sketch,
        drafts: sketch.drafts.map(({ id, status }) => ({ id, status: redact(status) })),
      };
