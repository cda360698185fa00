import { at } from '../../../src/json/json.ts';
import { numberWords } from '../../../src/words.ts';
import { eachListing, eachPage } from '../../core/claims.ts';
import { differ } from '../../core/differ.ts';
import type { Listing, Page } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { hiddenLine, liveLine } from '../../core/remedies.ts';
import { rules } from '../../core/rule.ts';
import type { NodeTarget, Target } from '../../core/target.ts';
import { completeReading, listedIds } from '../filters/claims.ts';
import { operatorThat } from '../filters/filter.ts';
import { borrow, foreignProductWhere, listEverything } from '../filters/mutants.ts';
import { hiddenIds } from '../filters/odd-filters.ts';
import { changeProducts, isWholeCurated, looksFor, looksForList, relist, shorten } from '../mutants.ts';
import { extentOf } from '../pages/places.ts';
import { boundsOf, pageWords, productWords } from '../query.ts';
import {
  type CompleteReading,
  canBeCompared,
  changeIn,
  closingReadingOf,
  idsOf,
  plainPages,
  readingOf,
} from '../reading.ts';
import { reveal, revealAtEnd, revealBySlug } from './mutants.ts';

const known = new WeakMap<NodeTarget, ReadonlySet<string>>();

/** Which nodes it wants. */
const kindBy = (farthest: number): string => `with 1 to ${numberWords(farthest)} live products`;

/** The first and the last reading of a node, as far as they are complete. */
const readingsIn = (seen: Pick<Listing, 'pages'>): CompleteReading[] =>
  [readingOf(seen), closingReadingOf(seen)].filter(({ isComplete }) => isComplete);

/** How the products of a complete reading differ from those that are live, whatever their order. */
const difference = (live: readonly string[], { items }: CompleteReading): string | undefined =>
  differ(live.toSorted(), (idsOf(items) ?? []).toSorted());

const draft = (product: object) => ({
  ...product,
  attributes: { ...(at(product, 'attributes') as object), status: 'draft' },
});

/** Whether a page is one of those a complete reading is made of: nothing but the largest size, from one end to the other. */
const isOfReading = ({ query: { filter, limit, offset = 0, bounds } }: Page): boolean =>
  filter === undefined && limit === bounds.largest && offset % bounds.largest === 0;

const under = ({ query: { filter } }: Listing['pages'][number]): string =>
  filter === undefined ? '' : ` under ${filter}`;

export default rules('list', ['listed products'], {
  'hidden-never-shown': {
    title: 'a product that the target file lists as hidden is never listed',
    shows: 'live',
    claims: [
      eachPage(({ page }, judge) => {
        if (!page.node) return;
        const hidden = hiddenFrom(judge.target, page.node);
        if (hidden.size === 0) return judge.untested('no hidden product is known', hiddenLine(judge.target));
        for (const [index, { id }] of page.items.entries())
          if (id !== undefined)
            judge.claim(!hidden.has(id), () => ({
              expected: 'only live products',
              saw: `the hidden product ${id} as data[${index}]`,
              shown: [page.exchange],
            }));
      }),
    ],
    mutants: {
      'a draft is shown when its id is asked for with another': { wireFor: reveal(looksForList) },
      'a draft is shown when it is asked for by its own slug': { wireFor: revealBySlug },
      'a draft is shown when it is asked for by id': { wireFor: reveal((query) => looksFor(query, 'id')) },
      'a draft replaces the last product': { wireFor: revealAtEnd },
      'a draft is shown under a filter by name': { wireFor: reveal((query) => looksFor(query, 'name')) },
      'a draft is shown under a fragment of SQL': {
        wireFor: reveal((query) => looksFor(query, 'name', /' OR /i)),
      },
      'a draft is shown behind an offset into a filtered listing': {
        wireFor: reveal(({ filter, offset }) => filter !== undefined && offset > 0),
      },
    },
  },
  'live-exact': {
    title: 'all pages of a node list exactly the live products of the target file',
    shows: 'live',
    claims: [
      eachListing('members', (listing, judge) => {
        const { largest, farthest } = boundsOf(judge.contract);
        const kind = kindBy(farthest);
        const live = listing.node.live?.map((id) => id.toLowerCase());
        if (!live)
          return judge.untested('the live products of no node are known', liveLine(judge.target, kind));
        // One walk that holds exactly those is enough, whatever became of its pages: later differences are movement.
        const all = {
          pages: [...listing.pages, ...listing.aside].toSorted((one, other) => one.turn - other.turn),
        };
        const exact = readingsIn(all).find((whole) => difference(live, whole) === undefined);
        // A walk with a page that came short says nothing, and another rule tells of it.
        const extent = extentOf(plainPages(listing), live.length);
        const readings = readingsIn(listing).filter(({ items }) => items.length === extent?.count);
        if (
          live.length > farthest ||
          (live.length === 0 && plainPages(listing).every(({ size }) => size === 0))
        )
          return judge.untested(`no node ${kind} is known`, liveLine(judge.target, kind));
        const change = exact ? undefined : changeIn(listing);
        if (change !== undefined) return judge.inconclusive(change);
        const isLive = new Set(live);
        const unexpected = plainPages(listing).flatMap((page) => {
          const [unexpectedProduct] = page.items.filter(({ id }) => id !== undefined && !isLive.has(id));
          return unexpectedProduct && !exact ? [{ page, id: unexpectedProduct.id }] : [];
        });
        for (const { page, id } of unexpected)
          judge.claim(false, () => ({
            expected: `${pageWords(page.query)} returns only products that the target file lists as live`,
            saw: `${id}`,
            pages: [page],
            fingerprint: 'members',
          }));
        const whole = exact ?? readings.find(canBeCompared);
        const [first, ...others] = whole?.pages ?? [];
        if (!whole || !first) return judge.untested('no reading of all pages returned every product once');
        if (unexpected.length > 0) return;
        judge.claim(whole === exact, () => ({
          expected: `the pages of ${largest} contain exactly the ${productWords(live.length)} that the target file lists as live`,
          saw: difference(live, whole) ?? '',
          pages: [first, ...others],
          fingerprint: 'members',
        }));
      }),
    ],
    mutants: {
      'the newest live product of a short node is not listed yet': shorten((whole) =>
        whole.length < 50 ? whole.slice(0, -1) : whole,
      ),
      'a long node ends at a hundred, and its total is a hundred': shorten((whole, { largest }) =>
        isWholeCurated(whole) ? whole : whole.slice(0, largest),
      ),
      'on a long curated node, the product on the page border is lost': shorten((whole, { largest }) =>
        whole.length > largest && isWholeCurated(whole) ? whole.toSpliced(largest, 1) : whole,
      ),
      'a product of no node replaces the last product': relist((whole, { filter }) =>
        filter === undefined && whole.length > 1
          ? [...whole.slice(0, -1), { id: 'a55a0000-0000-4000-8000-000000000001', type: 'product' }]
          : whole,
      ),
      'an empty node lists the products of another node': {
        wireFor:
          ({ nodes }) =>
          (next) =>
          (call) => {
            const isHere = ({ node }: NodeTarget): boolean => call.target.includes(`/nodes/${node}/`);
            const empty = nodes.find((one) => one.live?.length === 0 && isHere(one));
            const other = nodes.find(
              ({ hierarchy, live = [] }) => live.length > 0 && hierarchy === empty?.hierarchy,
            );
            return next(
              empty && other ? { ...call, target: call.target.replace(empty.node, other.node) } : call,
            );
          },
      },
    },
  },
  'live-only': {
    title: 'each listed product has `attributes.status` live',
    shows: 'live',
    claims: [
      eachPage(({ page, products }, judge) => {
        for (const [index, product] of products.entries()) {
          const status = at(product, 'attributes', 'status');
          if (typeof status !== 'string') continue;
          judge.claim(status === 'live', () => ({
            expected: `data[${index}].attributes.status is "live"`,
            saw: printValue(status),
            shown: [page.exchange],
          }));
        }
      }),
    ],
    mutants: {
      'the last product of a page that is not the whole node is a draft': changeProducts(
        (product, index, { limit }) => (index + 1 === limit ? draft(product) : product),
      ),
      'a filter by slug returns a draft': changeProducts((product, _, query) =>
        looksFor(query, 'slug') ? draft(product) : product,
      ),
      'the first product beyond the first page is a draft': changeProducts(
        (product, index, { offset, largest }) =>
          offset >= largest && index === 0 ? draft(product) : product,
      ),
      'the last product of the largest page is a draft': changeProducts((product, index, { largest }) =>
        index === largest - 1 ? draft(product) : product,
      ),
    },
  },
  'own-products-only': {
    title: 'a page contains only products of the complete listing of its node',
    shows: 'live',
    claims: [
      eachListing('members', (listing, judge) => {
        const reading = completeReading(listing);
        if (!reading) return judge.untested('no node has pages with the ids of all its products');
        const readIds = new Set(
          listing.pages.filter(isOfReading).flatMap(({ items }) => items.map(({ id }) => id)),
        );
        const listed = new Set<string | undefined>(listedIds(listing));
        for (const page of listing.pages.filter((one) => !isOfReading(one))) {
          // Where the listing moves or wavers, what any page without a filter shows is of the node too.
          const own = page.query.filter === undefined ? readIds : listed;
          const foreign = page.items.find(({ id }) => id !== undefined && !own.has(id));
          // That nothing comes of an empty node says nothing.
          if (page.size === 0 && reading.items.length === 0) continue;
          judge.claim(foreign === undefined, () => ({
            expected: `only products of the node${under(page)}, whose complete listing contains ${reading.items.length}`,
            saw: `the product ${foreign?.id}, which is not among them`,
            pages: [page, ...reading.pages],
            fingerprint: 'members',
          }));
        }
      }),
    ],
    mutants: {
      'a filter by id looks in every node': { wireFor: borrow((query) => looksFor(query, 'id')) },
      'a filter by name looks in every node': { wireFor: borrow((query) => looksFor(query, 'name')) },
      'a filter by slug looks in every node': { wireFor: borrow((query) => looksFor(query, 'slug')) },
      'a list of ids returns products of other nodes, too': {
        wireFor: foreignProductWhere(
          (query, id) => looksForList(query) && query.filter?.includes(id) === true,
        ),
      },
      'a fragment of SQL returns the products of every node': {
        wireFor: listEverything(({ filter }) => /' OR /i.test(filter)),
      },
      'several conditions in one filter return the products of every node': {
        wireFor: listEverything(({ filter }) => /\).*\(/.test(filter)),
      },
      'a filter by another attribute returns the products of every node': {
        wireFor: listEverything(({ filter, list }) => {
          const [, operator, attribute = ''] = /^(\w+)\((\w+),[^()]*\)$/.exec(filter) ?? [];
          const equals = operatorThat(list, 'equals');
          return equals?.name === operator && !(attribute in (equals?.on ?? {}));
        }),
      },
      "a part of a node ends in another node's product": {
        wireFor: foreignProductWhere(
          ({ filter, largest, limit = largest, offset }) => filter === undefined && offset > 0 && limit < 10,
        ),
      },
    },
  },
});

/**
 * Ids that no page of a node shows. A product that is not live is so in every node of its hierarchy, unless the operator
 * says otherwise; another hierarchy may have been published at another time.
 */
function hiddenFrom({ nodes, hidden: everywhere = [] }: Target, node: NodeTarget): ReadonlySet<string> {
  const made = known.get(node);
  if (made) return made;
  const live = new Set([...(node.live ?? []), ...(node.curated ?? [])].map((id) => id.toLowerCase()));
  const siblings = [
    { hidden: everywhere },
    ...nodes.filter(({ hierarchy }) => hierarchy.toLowerCase() === node.hierarchy.toLowerCase()),
  ];
  const hidden = new Set([...hiddenIds(node), ...siblings.flatMap(hiddenIds).filter((id) => !live.has(id))]);
  known.set(node, hidden);
  return hidden;
}
