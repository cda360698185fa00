import { numberWords } from '../../../../src/number-words.ts';
import { differ } from '../../../core/differ.ts';
import type { Listing } from '../../../core/evidence.ts';
import { liveLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { eachListing } from '../../../interface/claims.ts';
import { extentOf } from '../../../interface/node-products/pages/extent.ts';
import { pageWords, productWords } from '../../../interface/node-products/pages/page-words.ts';
import { boundsOf } from '../../../interface/read-page.ts';
import {type CompleteReading, 
  canBeCompared, changeIn, closingReadingOf, idsOf, plainPages, readingOf,
} from '../../../interface/whole.ts'; // biome-ignore format: one glance
import { isWholeCurated, relist, shorten } from '../../../mutants/node-products/listing.ts';

/** Which nodes it wants. */
const kindBy = (farthest: number): string => `with 1 to ${numberWords(farthest)} live products`;

export default rule({
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
  mutants: [
    {
      name: 'the newest live product of a short node is not listed yet',
      wire: shorten((whole) => (whole.length < 50 ? whole.slice(0, -1) : whole)),
    },
    {
      name: 'a long node ends at a hundred, and its total is a hundred',
      wire: shorten((whole, { largest }) => (isWholeCurated(whole) ? whole : whole.slice(0, largest))),
    },
    {
      name: 'on a long curated node, the product on the page border is lost',
      wire: shorten((whole, { largest }) =>
        whole.length > largest && isWholeCurated(whole) ? whole.toSpliced(largest, 1) : whole,
      ),
    },
    {
      name: 'a product of no node replaces the last product',
      wire: relist((whole, { filter }) =>
        filter === undefined && whole.length > 1
          ? [...whole.slice(0, -1), { id: 'a55a0000-0000-4000-8000-000000000001', type: 'product' }]
          : whole,
      ),
    },
    {
      name: 'an empty node lists the products of another node',
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
  ],
});

/** The first and the last reading of a node, as far as they are complete. */
const readingsIn = (seen: Pick<Listing, 'pages'>): CompleteReading[] =>
  [readingOf(seen), closingReadingOf(seen)].filter(({ isComplete }) => isComplete);

/** How the products of a complete reading differ from those that are live, whatever their order. */
const difference = (live: readonly string[], { items }: CompleteReading): string | undefined =>
  differ(live.toSorted(), (idsOf(items) ?? []).toSorted());
