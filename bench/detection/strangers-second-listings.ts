import { operationOf } from '../../conformance/core/operation-of.ts';
import { withParameter } from '../../conformance/list/links/rules.ts';
import {
  changeIncluded,
  changeLinks,
  changeListing,
  changeTotal,
  componentsOf,
  misread,
  relist,
  wholeListing,
} from '../../conformance/list/mutants.ts';
import { type HttpResponse, isLost, type Mutant } from '../../src/http/exchange.ts';
import { at, type JsonObject, withoutAt } from '../../src/json/json.ts';
import { draftsOf, showDraftBesideLive, showDraftsOfEmptyNode } from './drafts.ts';
import { faulty, type Variant } from './variant.ts';

const wire = faulty('stranger-2');

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Curated products by the place they have, compared as text: 1, 10, 11, 2. */
const byPlaceAsText = relist(({ whole, filter }) => {
  const isMarked = (record: JsonObject) => at(record, 'attributes', 'curated_product') === true;
  if (filter !== undefined) return whole;
  const placed = whole.filter(isMarked).map((record, index) => ({ record, place: String(index + 1) }));
  const sorted = placed.toSorted((one, other) => compare(one.place, other.place)).values();
  return whole.map((record) => (isMarked(record) ? (sorted.next().value?.record ?? record) : record));
});

const byIdIfFiltered = relist(({ whole, filter }) =>
  filter === undefined ? whole : whole.toSorted((one, other) => compare(String(one.id), String(other.id))),
);

/** An equal sign that a database was asked for with LIKE. */
const underscoreForAny = changeListing(async (json, query, next, request) => {
  const [, attribute = '', value = ''] = /^eq\((name|slug),(.*)\)$/.exec(query.filter ?? '') ?? [];
  if (!value.includes('_')) return undefined;
  const whole = await wholeListing(next, request, { ...query, filter: undefined });
  const textOf = (record: JsonObject) => String(at(record, 'attributes', attribute));
  const isLike = (text: string) =>
    text.length === value.length && [...text].every((one, place) => ['_', one].includes(value.charAt(place)));
  const found = whole.records.filter((record) => isLike(textOf(record)));
  if (found.every((record) => textOf(record) === value)) return undefined;
  const page = found.slice(query.offset, query.offset + (query.limit ?? 100));
  return {
    ...json,
    data: page.map((record) => withoutAt(record, ['links'])),
    included: { component_products: componentsOf(page).flatMap((id) => whole.components.get(id) ?? []) },
    meta: { results: { total: found.length } },
  };
});

/** Keeps the first page served from an offset, and forgets how long it was to be. */
const keptWithoutLimit: Mutant = (next, contract) => {
  const kept = new Map<string, HttpResponse>();
  return async (request) => {
    const response = await next(request);
    if (operationOf(contract, request) !== 'node-products' || isLost(response) || response.status > 299)
      return response;
    const place = request.target.replace(/page(%5B|\[)limit(%5D|\])=[^&]*/i, '');
    const earlier = kept.get(place) ?? response;
    kept.set(place, earlier);
    return earlier;
  };
};

/** Reckons in whole pages, whatever the offset. */
const wholePages = misread(({ offset, limit = 0 }) =>
  limit > 0 && offset % limit > 0 ? { offset: offset - (offset % limit) } : undefined,
);

/** The second set's faults in listings. */
export const strangersSecondListings: readonly Variant[] = [
  wire(
    'included',
    'must',
    'component products are included on the first page only',
    changeIncluded(({ offset }) => offset > 0 && []),
  ),
  wire('live only', 'must', 'a node without live products shows its drafts', showDraftsOfEmptyNode),
  wire(
    'live only',
    'must',
    'a draft is shown when its id is asked for with that of a live one',
    showDraftBesideLive,
  ),
  wire('curated order', 'must', 'places in the curated order are compared as text', byPlaceAsText),
  wire('curated order', 'should', 'what a filter finds comes in the order of ids', byIdIfFiltered),
  wire(
    'filter',
    'must',
    'a filter by name is held against the slug',
    misread(({ filter }) =>
      filter?.startsWith('eq(name,') ? { filter: filter.replace('name', 'slug') } : undefined,
    ),
  ),
  wire('filter', 'must', 'an underscore in a filter stands for any character', underscoreForAny),
  wire('pages', 'must', 'a page is kept without its limit and served for every other', keptWithoutLimit),
  wire('pages', 'must', 'an offset within a page is taken for the beginning of that page', wholePages),
  wire(
    'totals',
    'must',
    'the total counts drafts as well',
    changeTotal(({ filter, path, total }) => filter === undefined && total + draftsOf(path).length),
  ),
  wire(
    'totals',
    'must',
    'past the end the total is zero',
    changeTotal(({ shown }) => shown === 0 && 0),
  ),
  wire(
    'links',
    'must',
    'a link that leads nowhere is an empty text',
    changeLinks(({ links }) =>
      Object.fromEntries(Object.entries(links).map(([name, link]) => [name, link ?? ''])),
    ),
  ),
  wire(
    'links',
    'should',
    'links.next counts in whole pages, whatever the offset',
    changeLinks(({ links, list, offset, limit = 100 }) =>
      typeof links.next === 'string' && offset % limit > 0
        ? { ...links, next: withParameter(links.next, list.names.offset, offset - (offset % limit) + limit) }
        : links,
    ),
  ),
];
