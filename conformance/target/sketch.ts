import { at, type JsonObject } from '../../src/json/json.ts';
import { numberWords } from '../../src/words.ts';
import type { Context } from '../core/context.ts';
import type { Item, Page } from '../core/evidence.ts';
import type { NodeTarget } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { isPlain } from '../list/filters/filter.ts';
import { list, readListedPages } from '../list/listing.ts';
import { wholeQuery } from '../list/query.ts';

type ShownDraft = { readonly id: string; readonly status: string };

export type NodeReading = {
  readonly total: number;
  /** Undefined if not all are known. */
  readonly live?: readonly string[];
  /** Why not all live products are known. */
  readonly cut?: string;
  readonly curated: readonly string[];
  readonly drafts: readonly ShownDraft[];
  readonly hasLinks: boolean;
  /** The base URL of its links, if it is another. */
  readonly publicUrl?: string;
  /** How many products have a name, or a slug, that filters can use. */
  readonly filterable: { readonly name: number; readonly slug: number };
};

export type NodeSketch = Pick<NodeTarget, 'hierarchy' | 'node'> &
  (NodeReading | { readonly problem: string });

/** Only the first page of longer nodes is read: nobody would check a longer list. */
const mostListed = 1_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads each node. Only UUIDs and numbers are copied from the target. */
export async function sketchNodes(context: Context): Promise<NodeSketch[]> {
  const sketches: NodeSketch[] = [];
  for (const { hierarchy, node } of context.target.nodes) {
    try {
      sketches.push({ hierarchy, node, ...(await sketch(context, { hierarchy, node })) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      sketches.push({ hierarchy, node, problem: error.message });
    }
  }
  return sketches;
}

async function sketch(context: Context, node: NodeTarget): Promise<NodeReading> {
  const first = await list(context, node, wholeQuery);
  const isLong = (first.page.total ?? 0) > mostListed;
  const listed = isLong ? [first] : await readListedPages(context, node);
  const pages = listed.map(({ page }) => page);
  const items = pages.flatMap((page) => page.items);
  const drafts = listed.flatMap(({ products }) => products.flatMap(draftOf));
  const isDraft = new Set(drafts.map(({ id }) => id));
  const ids = idsOf(items);
  const hidden = new Set(
    context.target.hidden?.map((one) => (typeof one === 'string' ? one : one.id).toLowerCase()),
  );
  const isLive = (id: string): boolean => !isDraft.has(id) && !hidden.has(id);
  const size = pages.reduce((sum, page) => sum + page.size, 0);
  const total = first.page.total ?? size;
  const cut = whyCut(total, size, ids);
  const publicUrl = pages
    .map((page) => publicUrlOf(page, context.target.baseUrl))
    .find((url) => url !== undefined);
  return {
    total,
    ...(cut === undefined ? { live: ids.filter(isLive) } : { cut }),
    curated: cut === undefined ? idsOf(items.filter(({ isCurated }) => isCurated)).filter(isLive) : [],
    drafts: [...new Map(drafts.map((one) => [one.id, one])).values()],
    hasLinks: pages.some(({ links }: Page) => links.length > 0),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    filterable: { name: plainOf(items, 'name'), slug: plainOf(items, 'slug') },
  };
}

function publicUrlOf({ links, exchange }: Page, baseUrl: string): string | undefined {
  const [path = ''] = exchange.request.target.split('?');
  for (const { current, first } of links.slice(0, 1))
    for (const link of [current, first]) {
      const [address = ''] = typeof link === 'string' ? link.split('?') : [];
      const base = address.endsWith(path) ? address.slice(0, -path.length) : '';
      if (plainUrl.test(base) && URL.canParse(base) && base !== baseUrl) return base;
    }
  return undefined;
}

const plainUrl = /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?[A-Za-z0-9._~/-]{0,200}$/;

function whyCut(total: number, size: number, ids: readonly string[]): string | undefined {
  if (total > mostListed)
    return `it has ${numberWords(total)} products, and at most ${numberWords(mostListed)} are read`;
  if (size !== total) return `its pages show ${size} of the ${total} products that meta.results.total counts`;
  if (ids.length !== size) return `${size - ids.length} of its ${size} products show no id that is a UUID`;
  const repeated = size - new Set(ids).size;
  return repeated === 0 ? undefined : `its pages show ${repeated} of their ${size} products twice`;
}

/** A product without a status may be live. */
function draftOf(product: JsonObject): ShownDraft[] {
  const [id, status] = [product.id, at(product, 'attributes', 'status')];
  if (typeof id !== 'string' || status === undefined || status === 'live') return [];
  const known = id.toLowerCase();
  const written = JSON.stringify(status);
  const shown = written.length > longestStatus ? `${written.slice(0, longestStatus)}…` : written;
  return uuid.test(known) ? [{ id: known, status: shown }] : [];
}

/** In characters. */
const longestStatus = 40;

const idsOf = (items: readonly Item[]): string[] =>
  items.flatMap(({ id }) => (id !== undefined && uuid.test(id) ? id : []));

const plainOf = (items: readonly Item[], attribute: 'name' | 'slug'): number =>
  items.filter(({ [attribute]: value }) => value !== undefined && isPlain(value)).length;

export const redactedSketch = (sketch: NodeSketch, redact: (text: string) => string): NodeSketch =>
  'problem' in sketch
    ? { ...sketch, problem: redact(sketch.problem) }
    : {
        ...sketch,
        drafts: sketch.drafts.map(({ id, status }) => ({ id, status: redact(status) })),
      };
