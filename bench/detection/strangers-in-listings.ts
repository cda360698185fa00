import {
  changeLinks,
  changeListing,
  changeRecords,
  changeTotal,
  misread,
  recordsOf,
  relist,
  wholeListing,
  withoutFlag,
} from '../../conformance/list/mutants.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at, withAt } from '../../src/json/json.ts';
import { showDraftBySlug, showDraftsByDefault } from './drafts.ts';
import { faulty, type Variant } from './variant.ts';

const wire = faulty('stranger');

const byName = (one: object, other: object): number =>
  String(at(one, 'attributes', 'name')) < String(at(other, 'attributes', 'name')) ? -1 : 1;

/** The mark of curation as text. */
const marked = changeRecords(({ record }) =>
  at(record, 'attributes', 'curated_product') === true
    ? (withAt(record, ['attributes', 'curated_product'], 'true') as typeof record)
    : record,
);

/** Only pages that ask for a limit come in the curated order. */
const curatedOnDemand = relist(({ whole, limit }) => limit === undefined && whole.toSorted(byName));

/** Slugs match in any letter case. */
const slugsInAnyCase: Mutant = changeListing(async (json, query, next, request) => {
  const slug = /^eq\(slug,(.*)\)$/.exec(query.filter ?? '')?.[1];
  if (slug === undefined || recordsOf(query.list, json).length > 0) return undefined;
  const whole = await wholeListing(next, request, { ...query, filter: undefined });
  const isMatch = (record: object) =>
    String(at(record, 'attributes', 'slug')).toLowerCase() === slug.toLowerCase();
  return { ...json, data: whole.records.filter(isMatch) };
});

/** An offset without a limit is not read. */
const offsetNeedsLimit = misread(({ limit, offset }) =>
  limit === undefined && offset > 0 && offset < 50 ? { offset: 0 } : undefined,
);

/** A link to a page that begins elsewhere. */
const linkAt = (link: string, offset: number): string =>
  link.replace(/page(%5B|\[)offset(%5D|\])=\d+/, `page$1offset$2=${offset}`);

/** Every component product twice. */
const twice = changeListing((json) => {
  const included = at(json, 'included', 'component_products');
  return Array.isArray(included) && included.length > 0
    ? withAt(json, ['included', 'component_products'], [...included, ...included])
    : undefined;
});

/** Faults in listings. */
export const strangersInListings: readonly Variant[] = [
  wire('live only', 'must', 'a listing without parameters shows drafts', showDraftsByDefault),
  wire('live only', 'must', 'a draft is shown when it is asked for by its own slug', showDraftBySlug),
  wire('curated order', 'must', 'a listing without a limit is not in the curated order', curatedOnDemand),
  wire(
    'curated order',
    'must',
    'a filtered listing marks no product as curated',
    changeRecords(({ record, filter }) => filter !== undefined && withoutFlag(record)),
  ),
  wire('curated order', 'must', 'the mark of curation is the text "true"', marked),
  wire('filter', 'should', 'slugs match in any letter case', slugsInAnyCase),
  wire('pages', 'must', 'an offset without a limit is not looked at', offsetNeedsLimit),
  wire(
    'pages',
    'must',
    'a page of fifty comes with forty-nine',
    misread(({ limit }) => (limit === 50 ? { limit: 49 } : undefined)),
  ),
  wire(
    'totals',
    'must',
    'under a filter the total is what the page holds',
    changeTotal(({ filter, shown }) => filter !== undefined && shown),
  ),
  wire(
    'totals',
    'must',
    'a listing without a limit counts the page as the total',
    changeTotal(({ limit, shown }) => limit === undefined && shown),
  ),
  wire(
    'links',
    'should',
    'from the third page on, links.prev leads to the first',
    changeLinks(({ links, offset, limit = 100 }) =>
      offset >= 2 * limit && typeof links.prev === 'string'
        ? { ...links, prev: linkAt(links.prev, 0) }
        : links,
    ),
  ),
  wire(
    'links',
    'should',
    'links.last leads past the end',
    changeLinks(({ links, limit = 100, total }) =>
      typeof links.last === 'string' ? { ...links, last: linkAt(links.last, total + limit) } : links,
    ),
  ),
  wire('included', 'should', 'component products come twice', twice),
];
