import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { recordsIn } from '../../src/contract/record.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import type { Context, Premises } from '../core/context.ts';
import type { Page } from '../core/evidence.ts';
import type { ChoiceEvidence } from '../core/observation.ts';
import { countedAs } from '../core/operation-of.ts';
import { nodesLine } from '../core/remedies.ts';
import { isAccepted } from '../core/status.ts';
import { type NodeTarget, nameOfScope } from '../core/target.ts';
import { Withheld } from '../core/verdict.ts';
import { boundsOf, listingRequest, numbered, type Query, wholeQuery } from './query.ts';
import { plainPages } from './reading.ts';

type Listed = {
  readonly page: Page;
  readonly json: JsonObject;
  readonly products: readonly JsonObject[];
};

export async function list(context: Context, node: NodeTarget, query: Query): Promise<Listed> {
  const exchange = await context.send({ ...listingRequest(context, node, query), isDue: true });
  context.assume(isAccepted(exchange), `the listing returned ${exchange.response.status}`);
  const json = context.assume(exchange.json, 'the listing is not a JSON object');
  const page = context.assume(exchange.page, 'the listing has no array "data"');
  return listedOn(operationIn(context.contract, exchange.operation), page, json);
}

function listedOn(from: Operation, page: Page, json: JsonObject): Listed {
  return { page, json, products: recordsIn(from, json) };
}

/** Reads all pages of a listing, as far as the specification promises them. */
export const readAllPages = async (
  context: Context,
  node: NodeTarget,
  size?: number,
  more?: Pick<Query, 'further'>,
): Promise<Page[]> => (await readListedPages(context, node, size, more)).map(({ page }) => page);

export async function readListedPages(
  context: Context,
  node: NodeTarget,
  size = boundsOf(context.contract).largest,
  more: Pick<Query, 'further'> = {},
): Promise<Listed[]> {
  const pages: Listed[] = [];
  const seen = new Set<string | undefined>();
  for (let offset = 0; offset <= boundsOf(context.contract).farthest; offset += size) {
    const listed = await list(context, node, { ...more, limit: size, offset });
    const { page } = listed;
    const promised = offset === 0 || (page.total !== undefined && offset < page.total);
    // A server may begin again past the promised end.
    if (!promised && page.items.every(({ id }) => seen.has(id))) break;
    pages.push(listed);
    for (const { id } of page.items) seen.add(id);
    if (!hasMore(page, offset + size, size)) break;
  }
  return pages;
}

/** A full page may not be the last, and after a shorter one the total may promise more. */
const hasMore = ({ items, total }: Page, next: number, size: number): boolean =>
  items.length >= size || (items.length > 0 && total !== undefined && next < total);

/** The first reading of a node in the largest pages, which all experiments share. */
export const readFirst = (context: Context, node: NodeTarget): Promise<Page[]> =>
  context.shared(`walk ${nameOfScope(node)}`, () => readAllPages(context, node));

export async function readingsOf(context: Context): Promise<NodeReading[]> {
  const readings: NodeReading[] = [];
  for (const node of context.target.nodes) readings.push({ node, pages: await readFirst(context, node) });
  return readings;
}

type NodeReading = { readonly node: NodeTarget; readonly pages: readonly Page[] };

/** A node and its first page. */
export type ListedNode = Listed & { readonly node: NodeTarget };

export const sizeOf = ({ page: { total = 0 }, products }: Listed): number => Math.max(total, products.length);

export async function listedNodes(context: Context): Promise<ListedNode[]> {
  context.orUntested(context.target.nodes.length > 0, 'no node to list is known', nodesLine);
  const listed: ListedNode[] = [];
  let withheld: Withheld | undefined;
  for (const node of context.target.nodes) {
    try {
      listed.push({ node, ...(await list(context, node, wholeQuery)) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
      withheld ??= error;
    }
  }
  if (listed.length === 0 && withheld) throw withheld;
  return listed.sort(byFullness);
}

const byFullness = (one: Listed, other: Listed): number => sizeOf(other) - sizeOf(one);

export const fullestNode = async (context: Context, least: number): Promise<ListedNode> =>
  fullestOf(context, await listedNodes(context), least);

function fullestOf({ orUntested }: Premises, [fullest]: readonly ListedNode[], least: number): ListedNode {
  const enough = fullest && fullest.products.length >= least && fullest;
  return orUntested(enough, `no node shows as many as ${least} products`);
}

const mostNodes = 50;

/** The first page of each node that was read. */
export function nodesSeen(seen: ChoiceEvidence): ListedNode[] {
  const firstPages = seen.listings.flatMap(({ node, pages }) => {
    const [page] = plainPages({ pages })
      .filter(({ query }) => (query.offset ?? 0) === 0)
      .toSorted((one, other) => isWhole(other) - isWhole(one) || other.size - one.size);
    return page ? [{ node, page }] : [];
  });
  firstPages.sort((one, other) => other.page.size - one.page.size);
  const nodes = firstPages.slice(0, mostNodes).flatMap(({ node, page }): ListedNode[] => {
    const body = readBody(page.exchange.response.body);
    return 'json' in body && isObject(body.json)
      ? [
          {
            node,
            ...listedOn(
              operationIn(seen.contract, countedAs(seen.contract, page.exchange.request)),
              page,
              body.json,
            ),
          },
        ]
      : [];
  });
  seen.orUntested(nodes.length > 0, 'no node was listed from its first product on', nodesLine);
  return nodes.sort(byFullness);
}

const isWhole = ({ query }: Page): number => Number(query.limit === query.bounds.largest);

export const fullestSeen = (seen: ChoiceEvidence, least: number): ListedNode =>
  fullestOf(seen, nodesSeen(seen), least);

export function pageSeen(seen: ChoiceEvidence, node: NodeTarget, asked: Query): Page {
  const query = numbered(seen.contract, asked);
  return seen.orUntested(
    seen.listings
      .find((listing) => listing.node === node)
      ?.pages.find(
        ({ query: asked }) =>
          asked.filter === query.filter && asked.limit === query.limit && asked.offset === query.offset,
      ),
    'no such page was seen',
  );
}

/** The records on the first pages of all collections that were read. */
export const productsSeen = (seen: ChoiceEvidence): JsonObject[] =>
  nodesSeen(seen).flatMap(({ products }) => products);
