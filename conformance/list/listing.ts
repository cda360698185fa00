import { isObject, type JsonObject } from '../../src/json/json.ts';
import type { Context } from '../core/context.ts';
import type { Answer, Page } from '../core/evidence.ts';
import { isAccepted } from '../core/status.ts';
import type { NodeTarget } from '../core/target.ts';
import { boundsOf } from './read-page.ts';
import { listingCall, type Query } from './calls.ts';

/** A page with the products as they came, for whoever asked for it. */
export type Listed = {
  readonly page: Page;
  readonly json: JsonObject;
  readonly products: readonly JsonObject[];
  readonly total: number | undefined;
};

/** Asks for a page; anything but a 2xx with a listing in it is withheld. */
export async function list(context: Context, node: NodeTarget, query: Query): Promise<Listed> {
  return readListed(context, await context.send({ ...listingCall(context, node, query), isDue: true }));
}

/** The listing in a response. */
function readListed(context: Context, answer: Answer): Listed {
  context.assume(isAccepted(answer), `the listing returned ${answer.reply.status}`);
  const json = context.assume(answer.json, 'the listing is not a JSON object');
  const page = context.assume(answer.page, 'the listing has no array "data"');
  return listedOn(page, json);
}

/** A page with the products in the body that it was read from. */
export function listedOn(page: Page, json: JsonObject): Listed {
  const data = Array.isArray(json.data) ? json.data : [];
  return { page, json, products: data.filter(isObject), total: page.total };
}

/** Walks a listing by offset to its end, or to the farthest offset the specification promises. */
export const readAllPages = async (context: Context, node: NodeTarget, size?: number): Promise<Page[]> =>
  (await readListedPages(context, node, size)).map(({ page }) => page);

/** Reads all pages of a listing, as `walk` does, and returns them with the products as they came. */
export async function readListedPages(
  context: Context,
  node: NodeTarget,
  size = boundsOf(context.contract).largest,
): Promise<Listed[]> {
  const pages: Listed[] = [];
  const seen = new Set<string | undefined>();
  for (let offset = 0; offset <= boundsOf(context.contract).farthest; offset += size) {
    const listed = await list(context, node, { limit: size, offset });
    const { page } = listed;
    const promised = offset === 0 || (page.total !== undefined && offset < page.total);
    // Past the promised end only what is new counts: a target may begin again there.
    if (!promised && page.items.every(({ id }) => seen.has(id))) break;
    pages.push(listed);
    for (const { id } of page.items) seen.add(id);
    if (!hasMore(page, offset + size, size)) break;
  }
  return pages;
}

/** A full page may have another behind it, and one that came short may still be promised more. */
const hasMore = ({ items, total }: Page, next: number, size: number): boolean =>
  items.length >= size || (items.length > 0 && total !== undefined && next < total);

/** The first reading of a node in whole pages, which all experiments share. */
export const readFirst = (context: Context, node: NodeTarget): Promise<Page[]> =>
  context.shared(`walk ${node.hierarchy}/${node.node}`, () => readAllPages(context, node));

/** The first reading of each node of the target. */
export async function readingsOf(
  look: Context & { shared: <T>(key: string, make: () => T) => T },
): Promise<{ readonly node: NodeTarget; readonly pages: readonly Page[] }[]> {
  const readings: { readonly node: NodeTarget; readonly pages: readonly Page[] }[] = [];
  for (const node of look.target.nodes) readings.push({ node, pages: await readFirst(look, node) });
  return readings;
}
