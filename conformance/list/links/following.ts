import { arePageLinks, type Relation, relations } from '../../../src/contract/list.ts';
import type { Nouns } from '../../../src/contract/nouns.ts';
import { onceFor, onceForText } from '../../../src/once.ts';
import { printValue } from '../../../src/print.ts';
import type { BrokenRelation, Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { Listing, Page, PageQuery } from '../../core/evidence.ts';
import { wantedBy } from '../../core/requests.ts';
import type { Collection, Target } from '../../core/target.ts';
import { publicBase } from '../../core/target.ts';
import { itemIdsOf, unfilteredPages } from '../complete-reading.ts';
import { extentOf } from '../pages/extent.ts';
import { isForeign, type Paged, pagedLike } from '../pages/paged.ts';
import { placesOf } from '../pages/places.ts';
import { boundsOf, listingRequest, pageWords, type Query, recordWords } from '../query.ts';
import { listRecords } from '../read-pages.ts';
import { collectionLine } from '../remedies.ts';
import { linkWords } from './read-links.ts';

export type Followed = {
  readonly name: Relation;
  readonly from: Page;
  /** Null if it says that there is no such page. */
  readonly link: string | null;
  readonly to: Page | undefined;
  readonly unserved: Page | undefined;
  readonly paged: Paged;
};

/** A claim about each link of some names, and the page that it leads to. */
export const eachLink = (
  names: readonly Relation[],
  judge: (followed: Followed, judge: RelationJudge) => void,
): Claim =>
  eachListing('links', (listing, judging) => {
    if (linkedPages(listing).length === 0) return judging.untested(noLinks(judging.nouns));
    if (placesOf(listing).isRestless) return judging.untested(restless);
    const all = linksOn(judging.target)(listing);
    const meant = all.filter(({ name }) => names.includes(name));
    judging.untested(
      meant.length === 0
        ? `no link named ${names.join(' or ')} was returned`
        : `no page was read to which a link named ${names.join(' or ')} leads`,
    );
    for (const followed of meant) {
      const fault = addressFault(judging.target, followed);
      // Only the rule on links of one name reports it.
      if (fault !== undefined && names.length === 1)
        judging.claim(false, () => ({
          expected: `${linkWords(followed.from.query.list, followed.name)} on ${pageWords(followed.from.query)} leads to a page of the listing`,
          saw: fault,
          ...shownWith(followed),
        }));
      if (fault !== undefined) continue;
      // If records have no ids, or pages contradict each other, other rules report that.
      const isTold = [followed.from, ...(followed.to ? [followed.to] : [])].every(
        ({ items, size }) => itemIdsOf(items)?.length === size,
      );
      if (followed.paged.isSound && isTold) judge(followed, judging);
      else judging.untested('the pages of the listing contradict each other; other rules report that');
    }
  });

/** Why a link leads nowhere, whatever a GET of it returns (READINGS 24). */
function addressFault(target: Target, { from, link }: Followed): string | undefined {
  if (link === null) return undefined;
  const asked = linkTarget(target, from, link);
  const isElsewhere = URL.canParse(link) && new URL(publicBase(target)).origin !== new URL(link).origin;
  // Another rule reports another host, on which the listing may have another path.
  if (asked === undefined && isElsewhere) return undefined;
  if (asked === undefined)
    return `${link.slice(0, mostOfLink)}, whose address is not that of the listing; if it is the public address, declare publicUrl`;
  const names = [...new URLSearchParams(asked.replace(/^[^?]*/, '')).keys()];
  const { repeated } = from.query.list;
  const twice = names.find((name, place) => names.indexOf(name) < place && !repeated.includes(name));
  return twice === undefined ? undefined : `a link that names ${twice} more than once`;
}

const mostOfLink = 200;

export const noLinks = ({ record }: Nouns): string =>
  `no ${record} has links, and this rule checks data[].links, where the specification puts them`;

const restless = 'the listing is in another order each time, so no link can be checked';

/**
 * The target of a link below the base URL; undefined if it is not the listing. No other host is ever contacted: of a
 * link to one, only path and query are used. A relative link is resolved against the page, as in RFC 3986.
 */
export function linkTarget(
  { baseUrl, publicUrl = baseUrl }: Pick<Target, 'baseUrl' | 'publicUrl'>,
  { exchange }: Pick<Page, 'exchange'>,
  link: string,
): string | undefined {
  return targetFrom(JSON.stringify([exchange.request.target, link, baseUrl, publicUrl]));
}

/**
 * The same, of the target of the page, the link and the base URLs as one text, since many pages have the same links.
 */
const targetFrom = onceForText((text) => {
  const [target, link, ...bases] = JSON.parse(text) as [string, string, ...string[]];
  for (const base of bases) {
    const prefix = new URL(base).pathname.replace(/\/$/, '');
    const here = new URL(prefix + target, base);
    if (!URL.canParse(link, here.href)) continue;
    const { pathname, search } = new URL(link, here);
    if (pathname.toLowerCase() === here.pathname.toLowerCase()) return pathname.slice(prefix.length) + search;
  }
  return undefined;
});

export const linksNamed = ({ links, query: { list } }: Page, name: Relation): (string | null)[] => [
  ...new Set(
    // Equal links are one object.
    [...new Set(links)]
      .map((one) => (name === 'next' && arePageLinks(list) ? (one[name] ?? null) : one[name]))
      .filter((link) => typeof link === 'string' || link === null),
  ),
];

const linksOn = onceFor((target: Target) =>
  onceFor((listing: Listing): Followed[] => {
    const seen = {
      listing,
      served: byRequest([...(listing.beside ?? []), ...listing.pages, ...listing.others]),
      unserved: byRequest(listing.unserved),
    };
    return linkedPages(listing).flatMap((from) =>
      relations.flatMap((name) => follow(seen, from, name, target)),
    );
  }),
);

/** A page that was requested in another way, such as by a cursor, is cut from an unknown listing. */
const linkedPages = ({ pages }: Listing): Page[] => pages.filter(({ links }) => links.length > 0);

function follow(
  { listing, served, unserved }: FollowedLink,
  from: Page,
  name: Relation,
  target: Target,
): Followed[] {
  return linksNamed(from, name).map((link) => {
    const asked = link === null ? undefined : linkTarget(target, from, link);
    const request = asked === undefined ? '' : nameOfLink(asked);
    const paged = pagedLike(listing, from);
    return { name, from, link, paged, to: served.get(request), unserved: unserved.get(request) };
  });
}

type FollowedLink = {
  readonly listing: Listing;
  readonly served: ReadonlyMap<string, Page>;
  readonly unserved: ReadonlyMap<string, Page>;
};

const byRequest = (pages: readonly Page[]): Map<string, Page> =>
  new Map(pages.map((page) => [nameOfLink(page.exchange.request.target), page]));

/** The normal form of a request: names of parameters decoded, in one order. */
const nameOfLink = (target: string): string =>
  // Values are left as they are: another spelling may be rejected (READINGS P5).
  wantedBy(target).replace(/^[^?]*/, (path) => path.toLowerCase());

/** Whether a link leads out of its listing; the rule on what links keep reports that. */
export const leadsAway = ({ from, to, paged }: Followed): boolean =>
  to !== undefined && (isForeign(to, paged) || hasLostFilter(from.query, to.query));

const hasLostFilter = (from: PageQuery, to: PageQuery): boolean =>
  from.filter !== undefined && to.filter === undefined && to.isDefined;

/** The pages that a finding about a link shows and rechecks: enough to tell where both begin. */
export function shownWith({
  from,
  to,
  unserved,
  paged,
}: Followed): Pick<BrokenRelation, 'pages' | 'toBlame'> {
  const ends = [from, ...(to ? [to] : []), ...(unserved ? [unserved] : [])];
  const witnesses = ends.flatMap(({ items: [first] }) => paged.showing(first?.id) ?? []);
  const [, ...others] = new Set([...ends, ...witnesses, ...(paged.whole ? [paged.whole] : [])]);
  // The page is still good evidence for its other links.
  return { pages: [from, ...others], toBlame: 0 };
}

/** Requests a page and what its links lead to, as they are spelled; of each link only the first form. */
export async function followFrom(
  context: ExperimentContext,
  collection: Collection,
  query: Query,
): Promise<void> {
  const { page } = await listRecords(context, collection, query);
  await followLinksOf(context, collection, page);
}

/** Requests what the links of a page lead to, by default all. */
export async function followLinksOf(
  context: ExperimentContext,
  collection: Collection,
  page: Page,
  names: readonly Relation[] = relations,
): Promise<void> {
  const targets = names.flatMap((name) => {
    const [link] = linksNamed(page, name);
    return typeof link === 'string' ? (linkTarget(context.target, page, link) ?? []) : [];
  });
  const { headers, method } = listingRequest(context, collection, {});
  await Promise.all([...new Set(targets)].map((target) => context.exchange({ method, target, headers })));
}

/** A claim that a link is null on the only page: the first one, with all records. */
export const isNullOnOnlyPage = (name: Relation): Claim =>
  eachListing('links', (listing, judge) => {
    const pages = unfilteredPages(listing);
    const extent = extentOf(pages, listing.holds?.length);
    if (!extent) return;
    if (pages.every(({ links }) => links.length === 0)) return judge.untested(noLinks(judge.nouns));
    for (const page of pages) {
      const { offset = 0 } = page.query;
      if (offset > 0 || page.size !== extent.count) continue;
      for (const links of page.links)
        judge.claim((links[name] ?? null) === null, () => ({
          expected: `${linkWords(page.query.list, name)} null on ${pageWords(page.query)}, which contains all ${recordWords(judge.nouns, extent.count)}`,
          saw: printValue(links[name]),
          pages: [page],
        }));
    }
    judge.untested(
      'no collection fits on one page',
      collectionLine(judge, `with at most ${recordWords(judge.nouns, boundsOf(judge.contract).largest)}`),
    );
  });
