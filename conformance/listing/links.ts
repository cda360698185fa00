import { at, isObject, type JsonObject } from '../../src/wire/json.ts';
import { eachNode } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import { printValue } from '../engine/reading.ts';
import type { NodeTarget } from '../engine/target.ts';
import { list, listingCall, type Page, type Query, readPage } from './listing.ts';

/** The five links the document names. */
export type LinkName = 'current' | 'first' | 'last' | 'prev' | 'next';

/** The links that the products of a page carry; one link of that name stands for all if they agree. */
export function linksOn({ products }: Page, name: LinkName): unknown[] {
  return products
    .map((product) => product.links)
    .filter(isObject)
    .map((links: JsonObject) => links[name] ?? null);
}

/** Follows a link that a product carries. Only its path and query are used: no other host is ever spoken to. */
export async function follow(probe: Probe, node: NodeTarget, page: Page, name: LinkName): Promise<Page> {
  const link = probe.occasion(
    page.products.map((product) => at(product, 'links', name)).find((found) => typeof found === 'string'),
    `no product carries a link "${name}" there`,
  );
  const call = listingCall(probe, node, {});
  const answer = await probe.send({ ...call, target: targetOf(probe, page, String(link)) });
  return readPage(probe, answer);
}

/**
 * What stands below the base URL in a link; a link elsewhere is taken by its path. A relative one is read as
 * RFC 3986 reads it: from the address of the page it stands on.
 */
function targetOf({ target }: Probe, { answer }: Page, link: string): string {
  const base = new URL(target.baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const here = new URL(prefix + answer.call.target, base);
  const url = URL.canParse(link, here.href) ? new URL(link, here) : here;
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
  return path + url.search;
}

/** A page, and whether the links on its products can be seen at all. */
export async function pageWithLinks(probe: Probe, node: NodeTarget, query: Query): Promise<Page> {
  const page = await list(probe, node, query);
  probe.occasion(
    page.products.some(({ links }) => isObject(links)),
    'no product carries links',
  );
  return page;
}

/** Claims that a link is null wherever all products of a node stand on one page. */
export const mustBeNullOnOnePage = (probe: Probe, name: LinkName): Promise<void> =>
  eachNode(probe, async (node) => {
    for (const limit of [13, 99, 100]) {
      const page = await pageWithLinks(probe, node, { limit, offset: 0 });
      if (page.total === undefined || page.total > limit) continue;
      const wanted = `links.${name} null, since ${page.total} products fit one page`;
      for (const link of linksOn(page, name))
        probe.must(link === null, wanted, printValue(link), page.answer);
    }
  });
