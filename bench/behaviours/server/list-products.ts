import { answer, isUuid, rejected } from './answers.ts';
import { readFilter } from './read-filter.ts';
import type { Product, Shop } from './shop.ts';
import type { Answer, Asked, Filter, Received, Ways } from './ways.ts';

const largestPage = 100;
const defaultPage = 25;
const bound = 10_000;

/** The operation of section 4.3. */
export function listing(ways: Ways, shop: Shop): (request: Received) => Answer {
  const { token, order, reject, emptyStatus, total, links, show } = ways.listings ?? {};
  return ({ authorization, address }) => {
    if (token !== undefined && authorization !== `Bearer ${token}`) return rejected(401, 'token');
    const asked = read(address, ways.rejection ?? 422);
    if ('status' in asked) return asked;
    const node = nodeAt(shop, asked.path);
    if (!node) return rejected(404, 'node');
    const status = reject?.(asked);
    if (status !== undefined) return rejected(status, 'rejected');
    const live = node.live.filter(({ id }) => !shop.unpublished.has(id));
    const whole = order?.(live, asked) ?? live;
    const matching = whole.filter((one) => matches(one, asked.filter, ways.listings?.same ?? equal));
    const page = matching.slice(asked.offset, asked.offset + asked.limit);
    const isNarrowed = asked.filter !== undefined || asked.offset > 0;
    if (emptyStatus !== undefined && page.length === 0 && isNarrowed) return rejected(emptyStatus, 'empty');
    const pageLinks = links && { links: links(asked, matching.length) };
    return answer(200, {
      data: page.map((one) => show?.(one) ?? { ...one, ...pageLinks }),
      included: { component_products: componentsOf(page, shop) },
      meta: { results: { total: total?.(matching.length, whole.length) ?? matching.length } },
    });
  };
}

const equal = (asked: string, own: string): boolean => asked === own;

function read(address: string, rejection: number): Asked | Answer {
  const [path = '', ...rest] = address.split('?');
  const query = rest.join('?');
  if (!isDecodable(query)) return rejected(400, 'query');
  const parameters = new URLSearchParams(query);
  const limit = numberOf(parameters.get('page[limit]'), 1);
  const offset = numberOf(parameters.get('page[offset]'), 0);
  if (Number.isNaN(limit) || Number.isNaN(offset)) return rejected(rejection, 'page');
  const expression = parameters.get('filter');
  const filter = expression === null ? undefined : readFilter(expression);
  if (expression !== null && !filter) return rejected(400, 'filter');
  return {
    path,
    query,
    parameters,
    limit: Math.min(limit ?? defaultPage, largestPage),
    offset: offset ?? 0,
    filter,
  };
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query.replaceAll('+', ' '));
    return true;
  } catch {
    return false;
  }
}

/** Undefined where nothing was asked, not a number where what was asked is out of bounds. */
function numberOf(text: string | null, least: number): number | undefined {
  if (text === null) return undefined;
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= bound ? number : Number.NaN;
}

function nodeAt(shop: Shop, path: string) {
  const [, hierarchy, node] = /^\/pcm\/hierarchies\/([^/]+)\/nodes\/([^/]+)\/products\/?$/.exec(path) ?? [];
  if (!isUuid(hierarchy) || !isUuid(node)) return undefined;
  return Object.values(shop.nodes).find(
    (one) => one.hierarchy === hierarchy.toLowerCase() && one.node === node.toLowerCase(),
  );
}

function matches(one: Product, filter: Filter | undefined, same: (asked: string, own: string) => boolean) {
  if (!filter) return true;
  const { attribute, values } = filter;
  if (attribute === 'id') return values.some((value) => value.toLowerCase() === one.id);
  return values.some((value) => same(value, one.attributes[attribute]));
}

/** The components of the bundles on a page, drafts left out. */
function componentsOf(page: readonly Product[], shop: Shop): readonly Product[] {
  const components = page.flatMap(({ attributes }) => Object.values(attributes.components ?? {}));
  const ids = new Set(components.flatMap(({ options }) => options.map(({ id }) => id)));
  if (ids.size === 0) return [];
  const live = Object.values(shop.nodes).flatMap((node) => node.live);
  return live.filter(({ id }) => ids.has(id) && !shop.unpublished.has(id));
}
