import { isObject, type JsonObject } from '../../../src/json/json.ts';
import type { Answer, Page } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { isAccepted } from '../../core/status.ts';
import type { NodeTarget } from '../../core/target.ts';
import { farthest, wholePage } from '../read-page.ts';
import { listingCall, type Query } from './calls.ts';

/** A page with the products as they came, for whoever asked for it. */
export type Listed = {
  readonly page: Page;
  readonly json: JsonObject;
  readonly products: readonly JsonObject[];
  readonly total: number | undefined;
};

/** Asks for a page; anything but a 2xx with a listing in it is withheld. */
export async function list(look: Look, node: NodeTarget, query: Query): Promise<Listed> {
  return readListed(look, await look.send({ ...listingCall(look, node, query), isDue: true }));
}

/** The listing in an answer. */
export function readListed(look: Look, answer: Answer): Listed {
  look.assume(isAccepted(answer), `the listing returned ${answer.reply.status}`);
  const json = look.assume(answer.json, 'the listing is not a JSON object');
  const page = look.assume(answer.page, 'the listing has no array "data"');
  return listedOn(page, json);
}

/** A page with the products in the body that it was read from. */
export function listedOn(page: Page, json: JsonObject): Listed {
  const data = Array.isArray(json.data) ? json.data : [];
  return { page, json, products: data.filter(isObject), total: page.total };
}

/** Walks a listing by offset to its end, or to the farthest offset the document promises. */
export const walk = async (look: Look, node: NodeTarget, size = wholePage): Promise<Page[]> =>
  (await walkListed(look, node, size)).map(({ page }) => page);

/** Reads all pages of a listing, as `walk` does, and returns them with the products as they came. */
export async function walkListed(look: Look, node: NodeTarget, size = wholePage): Promise<Listed[]> {
  const pages: Listed[] = [];
  const seen = new Set<string | undefined>();
  for (let offset = 0; offset <= farthest; offset += size) {
    const listed = await list(look, node, { limit: size, offset });
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

/** The first walk of a node in whole pages, which all experiments share. */
export const firstWalk = (look: Look, node: NodeTarget): Promise<Page[]> =>
  look.shared(`walk ${node.hierarchy}/${node.node}`, () => walk(look, node));

/** The first walk of each node of the target. */
export async function walksOf(
  look: Look & { shared: <T>(key: string, make: () => T) => T },
): Promise<{ readonly node: NodeTarget; readonly pages: readonly Page[] }[]> {
  const walks: { readonly node: NodeTarget; readonly pages: readonly Page[] }[] = [];
  for (const node of look.target.nodes) walks.push({ node, pages: await firstWalk(look, node) });
  return walks;
}
