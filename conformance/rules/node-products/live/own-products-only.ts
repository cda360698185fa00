import type { Listing, Page } from '../../../core/evidence.ts';
import { rule } from '../../../core/rule.ts';
import { eachListing } from '../../../interface/claims.ts';
import { operatorThat } from '../../../interface/node-products/filters/filter.ts';
import { completeReading, listedIds } from '../../../interface/node-products/filters/known-products.ts';
import { borrow, listEverything } from '../../../mutants/node-products/filter.ts';
import { foreignProductWhere } from '../../../mutants/node-products/foreign-product.ts';
import { looksFor, looksForList } from '../../../mutants/node-products/listing.ts';

export default rule({
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
  mutants: [
    { name: 'a filter by id looks in every node', wireFor: borrow((query) => looksFor(query, 'id')) },
    {
      name: 'a filter by name looks in every node',
      wireFor: borrow((query) => looksFor(query, 'name')),
    },
    {
      name: 'a filter by slug looks in every node',
      wireFor: borrow((query) => looksFor(query, 'slug')),
    },
    {
      name: 'a list of ids returns products of other nodes, too',
      wireFor: foreignProductWhere((query, id) => looksForList(query) && query.filter?.includes(id) === true),
    },
    {
      name: 'a fragment of SQL returns the products of every node',
      wireFor: listEverything(({ filter }) => /' OR /i.test(filter)),
    },
    {
      name: 'several conditions in one filter return the products of every node',
      wireFor: listEverything(({ filter }) => /\).*\(/.test(filter)),
    },
    {
      name: 'a filter by another attribute returns the products of every node',
      wireFor: listEverything(({ filter, list }) => {
        const [, operator, attribute = ''] = /^(\w+)\((\w+),[^()]*\)$/.exec(filter) ?? [];
        const equals = operatorThat(list, 'equals');
        return equals?.name === operator && !(attribute in (equals?.on ?? {}));
      }),
    },
    {
      name: "a part of a node ends in another node's product",
      wireFor: foreignProductWhere(
        ({ filter, largest, limit = largest, offset }) => filter === undefined && offset > 0 && limit < 10,
      ),
    },
  ],
});

/** Whether a page is one of those a complete reading is made of: nothing but the largest size, from one end to the other. */
const isOfReading = ({ query: { filter, limit, offset = 0, bounds } }: Page): boolean =>
  filter === undefined && limit === bounds.largest && offset % bounds.largest === 0;

const under = ({ query: { filter } }: Listing['pages'][number]): string =>
  filter === undefined ? '' : ` under ${filter}`;
