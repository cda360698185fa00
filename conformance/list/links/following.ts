import { onceForText } from '../../../src/once.ts';
import { wantedBy } from '../../core/calls.ts';
import type { BrokenRelation, Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing } from '../../core/claims.ts';
import type { ExperimentContext } from '../../core/context.ts';
import type { LinkName, Listing, Page, PageQuery } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { publicBases } from '../../core/public-base.ts';
import { nodeLine } from '../../core/remedies.ts';
import type { NodeTarget, Target } from '../../core/target.ts';
import { list } from '../listing.ts';
import { extentOf, isForeign, type Paged, pagedLike, placesOf } from '../pages/places.ts';
import { boundsOf, listingCall, pageWords, productWords, type Query } from '../query.ts';
import { linkNames } from '../read-page.ts';
import { idsOf, plainPages } from '../reading.ts';

/** A link on a page, and what was seen where it leads. */
export type Followed = {
  readonly name: LinkName;
  readonly from: Page;
  /** What is there; null where it says that there is no such page. */
  readonly link: string | null;
  /** The page it leads to, where that was seen. */
  readonly to?: Page;
  /** What it leads to, where the response has no listing. */
  readonly unserved?: Page;
  /** The listing that the page with the link is cut from. */
  readonly paged: Paged;
};

/** A claim about each link of those names that a page of a node carries, and about the page it leads to. */
export const eachLink = (
  names: readonly LinkName[],
  judge: (followed: Followed, judge: RelationJudge) => void,
): Claim =>
  eachListing('links', (listing, judging) => {
    // What a page asked for in the server's own words, such as a cursor, is cut from is not known.
    const linked = listing.pages.filter(({ links }) => links.length > 0);
    if (linked.length === 0) return judging.untested(noLinks);
    if (placesOf(listing).isRestless) return judging.untested(restless);
    const ways = waysOn(listing, linked, judging.target);
    const meant = ways.filter(({ name }) => names.includes(name));
    judging.untested(
      meant.length === 0
        ? `no link named ${names.join(' or ')} was returned`
        : `no page was read to which a link named ${names.join(' or ')} leads`,
    );
    for (const way of meant) {
      const fault = addressFault(judging.target, way);
      // The rule on links of that one name tells of it.
      if (fault !== undefined && names.length === 1)
        judging.claim(false, () => ({
          expected: `links.${way.name} on ${pageWords(way.from.query)} leads to a page of the listing`,
          saw: fault,
          ...shownWith(way),
        }));
      if (fault !== undefined) continue;
      // Where products do not show their ids, or pages contradict each other, other rules tell.
      const isTold = [way.from, ...(way.to ? [way.to] : [])].every(
        ({ items, size }) => idsOf(items)?.length === size,
      );
      if (way.paged.isSound && isTold) judge(way, judging);
      else judging.untested('the pages of the listing contradict each other; other rules report that');
    }
  });

/** Why a link cannot lead where it says, whatever a GET of it returns (READINGS 24). */
function addressFault(target: Target, { from, link }: Followed): string | undefined {
  if (link === null) return undefined;
  const asked = targetOf(target, from, link);
  const isElsewhere =
    URL.canParse(link) && !publicBases(target).some((base) => new URL(base).origin === new URL(link).origin);
  // Of another host, another rule tells: under it the listing may have another path.
  if (asked === undefined && isElsewhere) return undefined;
  if (asked === undefined)
    return `${link.slice(0, mostOfLink)}, whose address is not that of the listing; if it is the public address, declare publicUrl`;
  const names = [...new URLSearchParams(asked.replace(/^[^?]*/, '')).keys()];
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice === undefined ? undefined : `a link that names ${twice} more than once`;
}

/** How much of a link is repeated, in characters. */
const mostOfLink = 200;

/** Why the rules on links find nothing to read. */
export const noLinks =
  'no product has links, and this rule checks data[].links, where the specification puts them';

const restless = 'the listing is in another order each time, so no link can be checked';

/**
 * What is below the base URL in a link on a page; undefined where that is not the listing itself. No other host is
 * ever spoken to: of a link that names one, the path and the query are taken. A relative link is read as RFC 3986
 * reads it, from the address of the page.
 */
export function targetOf(
  { baseUrl, publicUrl = baseUrl }: Pick<Target, 'baseUrl' | 'publicUrl'>,
  { exchange }: Pick<Page, 'exchange'>,
  link: string,
): string | undefined {
  return targetFrom(JSON.stringify([exchange.call.target, link, baseUrl, publicUrl]));
}

/** The same, for the target of the page, the link and the base URLs as one text: many pages carry the same links. */
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

/** The value of a parameter in a link. */
export const parameterIn = (link: string, name: string): string | null =>
  new URLSearchParams(link.split('?')[1]).get(name);

/** Every link of that name that a page has, each once. */
export const linksNamed = ({ links }: Page, name: LinkName): (string | null)[] => [
  ...new Set(
    // Equal links are one object, and all products of a page mostly carry the same.
    [...new Set(links)].map((one) => one[name]).filter((link) => typeof link === 'string' || link === null),
  ),
];

const known = new WeakMap<readonly Page[], Followed[]>();

/** All links on some pages of a node, with what they were seen to lead to. */
function waysOn(listing: Listing, linked: readonly Page[], target: Target): Followed[] {
  const made = known.get(listing.pages) ?? followAll(listing, linked, target);
  known.set(listing.pages, made);
  return made;
}

function followAll(listing: Listing, linked: readonly Page[], target: Target): Followed[] {
  const seen = {
    listing,
    served: byRequest([...listing.pages, ...listing.others]),
    unserved: byRequest(listing.unserved),
  };
  return linked.flatMap((from) => linkNames.flatMap((name) => follow(seen, from, name, target)));
}

/** The links of that name on a page, with what they were seen to lead to. */
function follow({ listing, served, unserved }: Seen, from: Page, name: LinkName, target: Target): Followed[] {
  return linksNamed(from, name).map((link) => {
    const asked = link === null ? undefined : targetOf(target, from, link);
    const request = asked === undefined ? '' : nameOf(asked);
    const [to, missing] = [served.get(request), unserved.get(request)];
    const paged = pagedLike(listing, from);
    return { name, from, link, paged, ...(to ? { to } : {}), ...(missing ? { unserved: missing } : {}) };
  });
}

/** What was seen of a node, by what was asked for. */
type Seen = {
  readonly listing: Listing;
  readonly served: ReadonlyMap<string, Page>;
  readonly unserved: ReadonlyMap<string, Page>;
};

const byRequest = (pages: readonly Page[]): Map<string, Page> =>
  new Map(pages.map((page) => [nameOf(page.exchange.call.target), page]));

/** Names what a request asks for, however its parameters are written and in whatever order. */
const nameOf = (target: string): string =>
  // A value in another spelling may be rejected (READINGS P5): only names mean the same in any.
  wantedBy(target).replace(/^[^?]*/, (path) => path.toLowerCase());

/** Whether a link leads out of the listing that its page is cut from: the rule on what links keep tells of that. */
export const leadsAway = ({ from, to, paged }: Followed): boolean =>
  to !== undefined && (isForeign(to, paged) || hasLostFilter(from.query, to.query));

const hasLostFilter = (from: PageQuery, to: PageQuery): boolean =>
  from.filter !== undefined && to.filter === undefined && to.isPlain;

/** What a finding about a link shows, and what is read once more: enough to tell where both pages begin. */
export function shownWith({
  from,
  to,
  unserved,
  paged,
}: Followed): Pick<BrokenRelation, 'pages' | 'toBlame'> {
  const ends = [from, ...(to ? [to] : []), ...(unserved ? [unserved] : [])];
  const witnesses = ends.flatMap(({ items: [first] }) => paged.showing(first?.id) ?? []);
  const [, ...others] = new Set([...ends, ...witnesses, ...(paged.whole ? [paged.whole] : [])]);
  // A page is good evidence for its other links.
  return { pages: [from, ...others], toBlame: 0 };
}

/** Asks for a page and for whatever its links lead to, as they are spelled; of a link its first form stands for all. */
export async function followFrom(context: ExperimentContext, node: NodeTarget, query: Query): Promise<void> {
  const { page } = await list(context, node, query);
  const targets = linkNames.flatMap((name) => {
    const [link] = linksNamed(page, name);
    return typeof link === 'string' ? (targetOf(context.target, page, link) ?? []) : [];
  });
  const { headers, method } = listingCall(context, node, {});
  await Promise.all([...new Set(targets)].map((target) => context.exchange({ method, target, headers })));
}

/** The claim that a link is null on a page that is the only one: the first, and all products of the node are on it. */
export const isNullOnOnlyPage = (name: LinkName): Claim =>
  eachListing('links', (listing, judge) => {
    const pages = plainPages(listing);
    const extent = extentOf(pages, listing.node.live?.length);
    if (!extent) return;
    if (pages.every(({ links }) => links.length === 0)) return judge.untested(noLinks);
    for (const page of pages) {
      const { offset = 0 } = page.query;
      if (offset > 0 || page.size !== extent.count) continue;
      for (const links of page.links)
        judge.claim((links[name] ?? null) === null, () => ({
          expected: `links.${name} null on ${pageWords(page.query)}, which contains all ${productWords(extent.count)}`,
          saw: printValue(links[name]),
          pages: [page],
        }));
    }
    judge.untested(
      'no node fits on one page',
      nodeLine(`with at most ${productWords(boundsOf(judge.contract).largest)}`),
    );
  });
