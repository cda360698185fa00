import type { Call } from '../../src/wire/exchange.ts';
import { at, isObject, type JsonObject } from '../../src/wire/json.ts';
import { commonHeaders } from '../creation/submit.ts';
import { isAccepted } from '../engine/acceptance.ts';
import type { Answer, Look } from '../engine/probe.ts';
import { jsonOf } from '../engine/reading.ts';
import type { NodeTarget } from '../engine/target.ts';

/** What to ask of a node's listing; a value goes out as it stands here, percent-encoded. */
export type Query = {
  readonly limit?: number | string;
  readonly offset?: number | string;
  readonly filter?: string;
};

/** One page as it came. */
export type Page = {
  readonly answer: Answer;
  readonly json: JsonObject;
  readonly products: readonly JsonObject[];
  readonly total: number | undefined;
};

/** The largest page the document promises. */
export const wholePage = 100;
/** The largest offset the document promises. */
export const farthest = 10_000;

/** The call that lists a node; brackets go out percent-encoded. */
export function listingCall(
  { contract, target }: Pick<Look, 'contract' | 'target'>,
  node: NodeTarget,
  query: Query,
): Call {
  const operation = contract.operations['node-products'];
  const path = operation.path.replace('{hierarchyID}', node.hierarchy).replace('{nodeID}', node.node);
  const pairs = [
    ['filter', query.filter],
    ['page[offset]', query.offset],
    ['page[limit]', query.limit],
  ].filter((pair) => pair[1] !== undefined);
  const search = pairs
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&');
  return {
    method: operation.method,
    target: search === '' ? path : `${path}?${search}`,
    headers: commonHeaders(target),
  };
}

/** Asks for a page; anything but a 2xx with a listing in it leaves the rule without its premise. */
export async function list(look: Look, node: NodeTarget, query: Query): Promise<Page> {
  const answer = await look.send(listingCall(look, node, query));
  return readPage(look, answer);
}

/** Reads a page out of an answer. */
export function readPage(look: Look, answer: Answer): Page {
  look.given(isAccepted(answer), `the listing was answered ${answer.reply.status}`);
  const json = look.given(jsonOf(answer.reply), 'the listing is not a JSON object');
  const data = look.given(Array.isArray(json.data) && json.data, 'the listing has no array "data"');
  const total = at(json, 'meta', 'results', 'total');
  return {
    answer,
    json,
    products: data.filter(isObject),
    total: typeof total === 'number' && Number.isInteger(total) ? total : undefined,
  };
}

/** The whole listing of a node, walked in pages of a size. */
export type Walk = { readonly pages: readonly Page[]; readonly products: readonly JsonObject[] };

/** Walks a listing by offset to its end, or to the farthest offset the document promises. */
export async function walk(look: Look, node: NodeTarget, size = wholePage): Promise<Walk> {
  const pages: Page[] = [];
  const seen = new Set<string | undefined>();
  for (let offset = 0; offset <= farthest; offset += size) {
    const page = await list(look, node, { limit: size, offset });
    const promised = offset === 0 || (page.total !== undefined && offset < page.total);
    // Past the promised end only what is new counts: a target may begin again there.
    if (!promised && page.products.every((product) => seen.has(idOf(product)))) break;
    pages.push(page);
    for (const product of page.products) seen.add(idOf(product));
    if (!hasMore(page, offset + size, size)) break;
  }
  return { pages, products: pages.flatMap(({ products }) => products) };
}

/** A full page may have another behind it, and one that came short may still be promised more. */
function hasMore({ products, total }: Page, next: number, size: number): boolean {
  return products.length >= size || (products.length > 0 && total !== undefined && next < total);
}

/** The id of a product, in lower case: UUIDs are compared without regard to case. */
export const idOf = (product: unknown): string | undefined => {
  const id = at(product, 'id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
};

/** The ids of products as they are shown, which is how a filter has to spell them. */
export const shownIds = (products: readonly JsonObject[]): string[] =>
  products.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));

/** The ids of products in order; undefined unless every one shows its id. */
export function idsOf(products: readonly unknown[]): string[] | undefined {
  const ids = products.map(idOf);
  return ids.every((id) => id !== undefined) ? (ids as string[]) : undefined;
}
