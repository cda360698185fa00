// The links of records to other pages (§4.3).

import type { Contract } from '../../../src/contract/contract.ts';
import { type ListStructure, listOf, type Relation, relations } from '../../../src/contract/list.ts';
import { filterPairs, queryDefaults } from '../../../src/contract/list-filters.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { percentEncoded } from '../../../src/percent.ts';
import { printValue } from '../../../src/print.ts';
import type { Claim, RelationJudge } from '../../core/claim.ts';
import { eachListing, eachPageShows, isBasic } from '../../core/claims.ts';
import type { Page, PageQuery } from '../../core/evidence.ts';
import { type KindRows, kindRules, mutantsBy } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { publicBase } from '../../core/target.ts';
import {
  changeLinks,
  changeRecords,
  type LinkTable,
  type ListExchange,
  listRequest,
  withoutLinks,
  withQuery,
} from '../mutants.ts';
import { isForeign, limitOf, type Paged, pagedLike, startOf } from '../pages/paged.ts';
import { maximumOf, pageWords, queryOf, readQueryOf, recordWords } from '../query.ts';
import { insteadOf, promised } from '../requests/served.ts';
import { sortIn } from '../sort/sorted.ts';
import {
  eachLink,
  type Followed,
  isNullOnOnlyPage,
  leadsAway,
  linksNamed,
  linkTarget,
  noLinks,
  shownWith,
} from './following.ts';
import { isPageOfAll } from './last-pages.ts';
import {
  beginLastAt,
  changeLink,
  changeText,
  elsewhere,
  isOnFirst,
  omit,
  putLink,
  withOffsetTwice,
  withParameter,
} from './mutants.ts';
import { linkWords } from './read-links.ts';

const queryBehind = (
  { from, link }: Followed,
  { contract, target }: RelationJudge,
): PageQuery | undefined => {
  const asked = link === null ? undefined : linkTarget(target, from, link);
  return asked === undefined ? undefined : queryOf(contract, { ...from.exchange.request, target: asked });
};

/** Where a link has to lead, in words, and whether it does, by the places of the page that it leads to. */
type LinkDestination = {
  readonly to: string;
  readonly isNull?: boolean;
  readonly holds: (begin: number, end: number, page: Page | undefined) => boolean;
};

/** A claim that a link leads where it has to; null if `isNull`. Another rule reports what it drops, above all a filter. */
const leads = (
  name: Relation,
  destinationOf: (
    from: Page,
    start: number | undefined,
    count: number | undefined,
  ) => LinkDestination | false,
): Claim =>
  eachLink([name], (followed, judge) => {
    const { from, link, to, paged } = followed;
    const duePage = destinationOf(from, startOf(from, paged), paged.count);
    if (!duePage || (link === null ? duePage.isNull : !to || leadsAway(followed))) return;
    // An empty listing has no record to lead to, nor has a page of no size.
    if (to?.size === 0 && (from.query.limit === 0 || (paged.count ?? from.size) === 0)) return;
    const begin = to && startOf(to, paged);
    const end = (begin ?? 0) + (to?.size ?? 0);
    const found =
      begin === undefined ? 'an empty page' : `a page with the ${judge.nouns.records} ${begin + 1} to ${end}`;
    judge.claim(begin !== undefined && duePage.holds(begin, end, to), () => ({
      expected: `${linkWords(from.query.list, name)} on ${pageWords(from.query)} leads to ${duePage.to}`,
      saw: link === null ? 'null' : found,
      ...shownWith(followed),
    }));
  });

const filterNamesOf = ({ filter }: ListStructure): readonly string[] => filter?.names ?? [];

const required = ['self', 'first'] as const;

const nullOnOnlyPage = (name: 'next' | 'last') => ({
  title: `{${name}Link} is null if there is only one page`,
  claims: [isNullOnOnlyPage(name)],
  mutants: mutantsBy(
    (isMeant: (exchange: ListExchange) => boolean) => putLink(name, 'first')(isOnFirst(isMeant)),
    {
      [`a listing of one page has {${name}Link}`]: ({ limit = 0, largest, total }) =>
        total <= Math.min(limit, largest),
      [`a listing of one full page has {${name}Link}`]: ({ limit, total }) => total === limit,
      [`without a limit, the only page names a ${name} page`]: ({ limit, largest, total }) =>
        limit === undefined && total < largest,
    },
  ),
});

/** Whether a link has the further parameters of its page; one that has its default may be added or left out. */
function isKept({ further }: ListStructure, linked: string | undefined, own: string): boolean {
  const defaults = queryDefaults(further);
  const [there, here] = [linked, own].map(
    (query) => new Map([...defaults, ...new URLSearchParams(query ?? '')]),
  );
  return [...(here ?? [])].every(([name, value]) => there?.get(name) === value) && there?.size === here?.size;
}

/** Which parameters of the filter a link does not have; it may have all in a token. */
function withoutWords({ from, link }: Followed): string {
  const { list, filter } = from.query;
  const kept = new URLSearchParams(link?.replace(/^[^?]*/, '') ?? '');
  const lost = filter === undefined ? [] : filterPairs(list, filter).filter(([name]) => !kept.has(name));
  return lost.length === 0 ? '' : `: the link has no ${lost.map(([name]) => name).join(' and no ')}`;
}

const rows = (_operation: OperationId, contract: Contract): KindRows => ({
  'links-current-and-first': {
    topic: ['links'],
    title: '{selfLink} and {firstLink} are present',
    claims: [
      eachPageShows(({ page }, judge) => {
        if (page.links.length === 0) judge.untested(noLinks(judge.nouns));
        const { list } = page.query;
        const { gone } = judge.contract;
        const wordsOf = (name: Relation): string => linkWords(list, name);
        const isGone = (name: Relation): boolean =>
          gone.some(({ path }) => path.at(-1) === wordsOf(name).replace(/^.*\./, ''));
        const expected = required.filter((name) => !isGone(name));
        for (const links of new Set(page.links)) {
          const missing = expected.filter((name) => (links[name] ?? undefined) === undefined);
          judge.claim(missing.length === 0, () => ({
            expected: `${expected.map(wordsOf).join(' and ')} are present`,
            saw: `no ${missing.map(wordsOf).join(' and no ')}`,
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: Object.fromEntries(
      required.map((name) => [
        `links have no {${name}Link}`,
        changeLinks(({ links: { [name]: _, ...links } }): LinkTable => links),
      ]),
    ),
  },
  'links-self': {
    title: '{selfLink} of a page leads to that same page',
    claims: [
      leads(
        'self',
        (_, start) =>
          start !== undefined && { to: 'the page itself', isNull: true, holds: (begin) => begin === start },
      ),
    ],
    mutants: mutantsBy(changeLink('self'), {
      '{selfLink} leads to another path': elsewhere,
      '{selfLink} does not encode a plus sign in a filter': ({ link }) => link.replaceAll(/%2B/gi, '+'),
      '{selfLink} always names the first page': ({ links }) => links.first,
      'under a filter, {selfLink} names the first page': ({ links, filter }) =>
        filter === undefined ? undefined : links.first,
    }),
  },
  'links-first': {
    title: '{firstLink} leads to the first page',
    claims: [
      leads('first', ({ query }) => ({
        to: `the first ${query.list.nouns.record}`,
        isNull: true,
        holds: (begin) => begin === 0,
      })),
    ],
    mutants: mutantsBy(changeLink('first'), {
      '{firstLink} leads to another path': elsewhere,
      '{firstLink} names the page itself': ({ links }) => links.self,
      'on the last page, {firstLink} names the page before': ({ links, offset, size, total }) =>
        offset > size && offset + size >= total ? links.prev : undefined,
    }),
  },
  'links-host': {
    topic: ['links'],
    title: 'absolute links have the scheme and host of the base URL or publicUrl',
    claims: [
      eachPageShows(({ page }, judge) => {
        judge.untested(page.links.length === 0 ? noLinks(judge.nouns) : 'every link is relative');
        const { origin: wanted } = new URL(publicBase(judge.target));
        for (const name of relations)
          for (const link of linksNamed(page, name)) {
            // A relative link has the scheme and host of the request.
            if (link === null || !URL.canParse(link)) continue;
            const { origin } = new URL(link);
            judge.claim(origin === wanted, () => ({
              title: `${linkWords(page.query.list, name)} has the scheme and host of the base URL or publicUrl`,
              expected: `${linkWords(page.query.list, name)} begins with ${wanted}`,
              saw: `a link that begins with ${origin}; if this is the public address of the server, declare it as publicUrl`,
              shown: [page.exchange],
            }));
          }
      }),
    ],
    mutants: mutantsBy(changeText, {
      'links name another host': (text) =>
        text.replaceAll(/https?:\/\/[^/"]+/g, 'http://internal.fernhollow.example'),
      'links name another port': (text) => text.replaceAll(/(https?:\/\/[^/":]+)(:\d+)?/g, '$1:9'),
    }),
  },
  'links-keep': {
    title: 'links keep {limit} and filter',
    claims: [
      eachLink(relations, (followed, judge) => {
        const { name, from, to, paged } = followed;
        const { filter, further } = from.query;
        const linked = queryBehind(followed, judge);
        // Spring Data writes `sort=name,asc` in its links where `sort=name` was asked for, and omits a sort that it ignored.
        const isUnknown = [further, linked?.further].some(
          (one) => sortIn(from.query.list, one) === 'unknown',
        );
        // A link with a cursor may have no other parameter.
        if (further !== undefined && linked?.offset !== undefined && !isUnknown)
          judge.claim(isKept(from.query.list, linked.further, further), () => ({
            title: `${linkWords(from.query.list, name)} keeps ${further}`,
            expected: `${linkWords(from.query.list, name)} on ${pageWords(from.query)} keeps ${further}`,
            saw: pageWords(linked),
            ...shownWith(followed),
          }));
        if (!to) return;
        if (filter !== undefined && paged.whole)
          judge.claim(!isForeign(to, paged), () => ({
            title: `${linkWords(from.query.list, name)} keeps the filter`,
            expected: `${linkWords(from.query.list, name)} on ${pageWords(from.query)} keeps the filter`,
            saw: `${to.items.find(({ id }) => paged.placeOf(id) === undefined)?.id}, which the filter leaves out${withoutWords(followed)}`,
            ...shownWith(followed),
          }));
        const dueSize = sizeBehind(followed);
        if (dueSize === undefined || isForeign(to, paged)) return;
        judge.claim(dueSize.least <= to.size && to.size <= dueSize.most, () => ({
          title: `${linkWords(from.query.list, name)} keeps ${from.query.list.names.limit}`,
          expected: `${linkWords(from.query.list, name)} on ${pageWords(from.query)} keeps ${from.query.list.names.limit}=${from.query.limit}`,
          saw: `a page of ${recordWords(judge.nouns, to.size)}`,
          ...shownWith(followed),
        }));
      }),
    ],
    mutants: {
      '{nextLink} omits {limit}': omit('next', ({ names }) => [names.limit]),
      '{nextLink} omits filter': omit('next', filterNamesOf),
      '{prevLink} omits {limit}': omit('prev', ({ names }) => [names.limit]),
      '{lastLink} omits filter': omit('last', filterNamesOf),
      '{firstLink} omits {limit} and filter': omit('first', (list) => [
        ...filterNamesOf(list),
        list.names.limit,
      ]),
      '{nextLink} omits {limit} and filter': omit('next', (list) => [
        ...filterNamesOf(list),
        list.names.limit,
      ]),
      ...mutantsBy(
        (name: string) => omit('next', () => [name]),
        Object.fromEntries(
          filterNamesOf(listOf(contract))
            .slice(1)
            .map((name) => [`{nextLink} omits ${name}`, name]),
        ),
      ),
    },
  },
  'links-last-null': nullOnOnlyPage('last'),
  'links-last': {
    title: '{lastLink} leads to a page that ends with the last {record}',
    claims: [
      leads(
        'last',
        (from, start, count) =>
          count !== undefined &&
          count <= from.query.bounds.farthest && {
            to: `a page that ends with ${from.query.list.nouns.record} ${count}, the last, and is full or a whole number of pages away`,
            isNull: count <= (limitOf(from) ?? count),
            holds: (begin, end, page) => end === count && isPageOfAll(from, { page, begin, start, count }),
          },
      ),
    ],
    mutants: mutantsBy(changeLink('last'), {
      '{lastLink} leads to another path': elsewhere,
      '{lastLink} names {offset} twice': withOffsetTwice,
      '{lastLink} leads past the end': ({ at, total, size }) => at(total + size),
      '{lastLink} leads to the page before the last': ({ at, total, size }) =>
        at(Math.max(0, Math.ceil(total / size) * size - 2 * size)),
      'where the last page is exactly full, {lastLink} leads past it': ({ at, total, size }) =>
        total % size === 0 ? at(total) : undefined,
      '{lastLink} begins within the page before': beginLastAt(
        ({ total, size }) => Math.floor((total - 1) / size) * size - 1,
      ),
      '{lastLink} leads to the last {record} alone': beginLastAt(({ total }) => total - 1),
      // Which links a header has is not stated.
      '{lastLink} is always absent': ({ list }) => (list.links && 'header' in list.links ? undefined : null),
    }),
  },
  'links-next-null': nullOnOnlyPage('next'),
  'links-next-end': {
    title: '{nextLink} is absent or null on the last page',
    claims: [
      eachLink(['next'], (followed, judge) => {
        const { from, link, paged } = followed;
        const end = (startOf(from, paged) ?? Number.NaN) + from.size;
        if (paged.count === undefined || from.size === 0 || !(end >= paged.count)) return;
        judge.claim(link === null, () => ({
          expected: `no ${linkWords(from.query.list, 'next')} on ${pageWords(from.query)}, which ends with ${judge.nouns.record} ${end} of ${paged.count}`,
          saw: printValue(link),
          ...shownWith(followed),
        }));
      }),
    ],
    mutants: mutantsBy(putLink('next', 'first'), {
      'on the last page, {nextLink} leads to the first': ({ offset, size, total }) => offset + size >= total,
      'on a last page that is exactly full, {nextLink} leads to the first': ({ offset, size, total }) =>
        offset + size === total,
    }),
  },
  'links-next': {
    title: '{nextLink} of a page leads to the {records} just after it',
    claims: [
      // The specification does not state where the last page leads.
      leads('next', ({ size, query }, start = Number.NaN, count = 0) => {
        const end = start + size;
        return (
          end < count && {
            to: `${query.list.nouns.record} ${end + 1} of ${count}`,
            holds: (begin) => begin === end,
          }
        );
      }),
    ],
    mutants: mutantsBy(changeLink('next'), {
      '{nextLink} leads to another path': elsewhere,
      '{nextLink} names {offset} twice': withOffsetTwice,
      '{nextLink} counts in whole pages': ({ at, offset, limit = 1 }) =>
        offset % limit > 0 ? at((Math.floor(offset / limit) + 1) * limit) : undefined,
      '{nextLink} is always absent': () => null,
      '{nextLink} leaves a {record} out': ({ at, offset, limit = 0 }) => at(offset + limit + 1),
      '{nextLink} leads back to the page itself': ({ links }) => links.self,
      'under a filter, {nextLink} leads back to the page itself': ({ links, filter }) =>
        filter === undefined ? undefined : links.self,
      'on the last page but one, {nextLink} is null': ({ offset, size, total }) =>
        offset > 0 && offset + 2 * size >= total ? null : undefined,
      '{nextLink} begins within the page': ({ at, offset, limit = 0 }) => at(offset + Math.ceil(limit / 2)),
    }),
  },
  'links-on-all': {
    topic: ['links'],
    title: 'data[].links is on all {records} of a page, or on none',
    claims: [
      eachPageShows(({ page, records }, judge) => {
        if (page.links.length === 0) return judge.untested(noLinks(judge.nouns));
        const without = records.findIndex(({ links }) => links === undefined || links === null);
        judge.claim(without === -1, () => ({
          expected: `data[${without}].links, since another ${judge.nouns.record} of the page has links`,
          saw: `links on ${page.links.length} of ${records.length} ${judge.nouns.records}`,
          shown: [page.exchange],
        }));
      }),
    ],
    mutants: {
      'only the first {record} of a page has links': changeRecords(
        ({ record, index }) => index > 0 && withoutLinks(record),
      ),
    },
  },
  'links-prev-null': {
    title: '{prevLink} is null on the first page',
    claims: [
      {
        on: 'response',
        judge: ({ page }, judge) => {
          const { filter, offset } = page?.query ?? {};
          if (!page || !isBasic(page) || filter !== undefined || offset !== 0) return;
          if (page.links.length === 0) judge.untested(noLinks(judge.nouns));
          for (const { prev = null } of page.links)
            judge.claim(prev === null, () => ({
              expected: `${linkWords(page.query.list, 'prev')} null on ${pageWords(page.query)}, the first`,
              saw: printValue(prev),
              shown: [page.exchange],
            }));
        },
      },
      // Without an offset, the page that begins with the first record is the first.
      eachListing('links', (listing, judge) => {
        for (const page of listing.pages) {
          const { filter, offset } = page.query;
          if (filter !== undefined || offset !== undefined) continue;
          const paged = pagedLike(listing, page);
          if (startOf(page, paged) !== 0) continue;
          const [first] = page.items;
          const other = paged.showing(first?.id);
          for (const { prev = null } of page.links)
            judge.claim(prev === null, () => ({
              expected: `${linkWords(page.query.list, 'prev')} null on ${pageWords(page.query)}, which begins with the first ${judge.nouns.record}`,
              saw: printValue(prev),
              pages: other ? [page, other] : [page],
            }));
        }
      }),
    ],
    mutants: mutantsBy(putLink('prev', 'self'), {
      '{prevLink} is present on the first page': ({ offset, hasOffset }) => hasOffset && offset === 0,
      'without {offset}, {prevLink} is present on the first page': ({ hasOffset }) => !hasOffset,
      'a single page has {prevLink}': isOnFirst(({ limit = 0, total }) => limit >= total),
    }),
  },
  'links-prev': {
    title: '{prevLink} of a page leads to the {records} just before it',
    claims: [
      eachLink(['prev'], (followed, judge) => {
        const { from, link, paged } = followed;
        const { names } = from.query.list;
        const offset = Number((link !== null && readQueryOf(from.query.list, link).place) || 0);
        if ((startOf(from, paged) ?? 0) > 0 && offset < 0)
          judge.claim(false, () => ({
            expected: `${linkWords(from.query.list, 'prev')} on ${pageWords(from.query)} leads to the ${judge.nouns.records} before it`,
            saw: `a ${names.offset} of ${offset}`,
            ...shownWith(followed),
          }));
      }),
      leads('prev', (from, start = 0) => {
        const limit = limitOf(from);
        return (
          start > 0 && {
            to: `the ${from.query.list.nouns.records} just before number ${start + 1}`,
            // With less than a page before it, a page may count as the first.
            isNull: start < (limit ?? start + 1),
            holds: (begin, end) =>
              begin < start && end >= start && (limit === undefined || begin === Math.max(0, start - limit)),
          }
        );
      }),
    ],
    mutants: {
      ...mutantsBy(changeLink('prev'), {
        '{prevLink} leads to another path': elsewhere,
        'from the third page on, {prevLink} leads to the first': ({ at, offset, size }) =>
          offset >= 2 * size ? at(0) : undefined,
        '{prevLink} names the page itself': ({ links }) => links.self,
        '{prevLink} is always absent': () => null,
        'under a filter, {prevLink} names the page itself': ({ links, filter }) =>
          filter === undefined ? undefined : links.self,
      }),
      'from the second {record}, {prevLink} leads to an offset of -1, which is taken for 0': (
        next,
        contract,
      ) =>
        changeLink('prev')(({ at, offset, limit = 1 }) =>
          offset > 0 && offset < limit ? at(offset - limit) : undefined,
        )((request) => {
          const { offset, list } = listRequest(request, contract);
          return next(offset < 0 ? withQuery(request, { offset: 0 }, list) : request);
        }, contract),
    },
  },
  'links-served': {
    title: 'a GET of each link returns a 2xx status',
    claims: [
      eachLink(relations, (followed, judge) => {
        const { name, from, to, unserved, paged } = followed;
        if (!to && !unserved) return;
        // Another rule reports promised pages that are not served.
        if (unserved && isToldOf(judge, unserved, paged)) return;
        judge.claim(unserved === undefined, () => ({
          title: `${linkWords(from.query.list, name)} leads to a page that is served`,
          expected: `${linkWords(from.query.list, name)} on ${pageWords(from.query)} leads to a page that is served (2xx)`,
          saw: unserved ? insteadOf(unserved.exchange) : '',
          ...shownWith(followed),
        }));
      }),
    ],
    mutants: {
      '{nextLink} leads to a {limit} that is rejected': changeLink('next')(({ link, limit, list }) =>
        limit === undefined ? undefined : withParameter(link, list.names.limit, 'all'),
      ),
      ...mutantsBy(changeText, {
        'links leave an ampersand in a filter as it is': (text) => text.replaceAll(/%26/g, '&'),
        'links encode a filter twice': (text) =>
          text.replaceAll(/(?<=filter=)[^&"]+/g, (filter) =>
            percentEncoded(percentEncoded(decodeURIComponent(filter))),
          ),
      }),
      // Without a stated bound, a page far past the end is served.
      '{lastLink} leads beyond the farthest offset': (next, contract) =>
        maximumOf(contract, listOf(contract).names.offset) === undefined
          ? next
          : changeLink('last')(({ at, farthest }) => at(1000 * (farthest + 1)))(next, contract),
    },
  },
});

export default kindRules('list', ['links', 'links'], rows);

function sizeBehind({ name, from, to, paged }: Followed): { least: number; most: number } | undefined {
  const limit = limitOf(from);
  const start = to && startOf(to, paged);
  if (limit === undefined || start === undefined) return undefined;
  const left = paged.count === undefined ? undefined : Math.min(limit, paged.count - start);
  // The page before one that begins within the first may be shorter, and where the last begins is open.
  const isSized = left !== undefined && name !== 'prev' && name !== 'last';
  return { least: isSized ? left : 1, most: limit };
}

function isToldOf(
  judge: RelationJudge,
  { exchange, query: { offset = 0, bounds } }: Page,
  { count = 0 }: Paged,
): boolean {
  const isPromised = promised(judge, exchange.request) !== undefined && offset < count;
  // Links beyond the farthest offset conform, and so does a server that rejects it.
  const isOutOfReach = offset > bounds.farthest && offset < count;
  return wasAccepted(exchange) || isPromised || isOutOfReach;
}
