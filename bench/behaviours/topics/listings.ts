import type { Behaviour } from '../behaviour.ts';
import type { OperatorFile } from '../server/operator-file.ts';
import {
  defaultShop,
  draftComponent,
  idOf,
  type Product,
  type Shop,
  withAttributes,
  withNode,
} from '../server/shop.ts';
import type { Asked } from '../server/ways.ts';

export const listings: readonly Behaviour[] = [
  {
    name: 'sku-of-two-owners',
    does: 'Lists a product of the store and one of the organization with the same stock keeping unit.',
    permitted: 'Reading 17: where a stock keeping unit is unique is not stated.',
    ways: () => ({ shop: withNode(defaultShop(), 'some', ({ live }) => ({ live: sameSku(live) })) }),
  },
  {
    name: 'sku-twice-owners-not-shown',
    does: 'Lists two products with the same stock keeping unit, and shows no owners.',
    permitted:
      'Reading 17: that a stock keeping unit is unique in a listing is a should; section 2.6: the owner is optional.',
    ways: () => ({
      shop: withNode(defaultShop(), 'some', ({ live }) => ({ live: sameSku(live).map(withoutOwner) })),
    }),
  },
  {
    name: 'all-components-drafts',
    does: 'Lists a bundle all of whose components are drafts, and so includes none.',
    permitted: 'Reading 25: where all components may be drafts, nothing is asked.',
    ways: () => ({ shop: draftsOnly(defaultShop()) }),
  },
  {
    name: 'one-id-in-a-filter',
    does: 'Takes one id in a filter and rejects lists of them.',
    permitted: 'Section 4.3: `filter=in(id,<value>)` shows one value; reading 26: lists are a should.',
    ways: () => ({
      listings: { reject: ({ filter }) => (filter && filter.values.length > 1 ? 400 : undefined) },
    }),
  },
  {
    name: 'short-values-rejected',
    does: 'Rejects a filter by name or slug with a value of less than three characters.',
    permitted:
      'Reading 26: values of three characters and more are not rejected, shorter ones should not be.',
    ways: () => ({ listings: { reject: shortValue } }),
  },
  {
    name: 'encoded-filter-rejected',
    does: 'Wants parentheses and comma of a filter as documented, and rejects them percent-encoded.',
    permitted: 'Principle P5: that both mean the same is a should.',
    ways: () => ({
      listings: { reject: ({ query }) => (/filter=[^&]*%2[c89]/i.test(query) ? 400 : undefined) },
    }),
  },
  {
    name: 'letter-case-insignificant',
    does: 'Compares names and slugs without regard to letter case and spaces at the end, as many databases do.',
    permitted: 'Reading 26: filters are sound up to letter case, and that it counts is a should.',
    ways: () => ({
      listings: { same: (asked, own) => collated(asked) === collated(own) },
    }),
  },
  {
    name: 'not-found-for-nothing',
    does: 'Answers 404 where a filter matches nothing, and where an offset is past the end.',
    permitted: 'Readings 22 and 26: that both are served as empty listings is a should.',
    ways: () => ({ listings: { emptyStatus: 404 } }),
  },
  {
    name: 'total-of-the-node',
    does: 'Counts all products of the node in the total, whatever the filter leaves.',
    permitted:
      'Section 4.3: the total is that of the whole collection; reading 23: both conform under a filter.',
    ways: () => ({ listings: { total: (_, whole) => whole } }),
  },
  {
    name: 'larger-pages-rejected',
    does: 'Rejects pages of more than a hundred.',
    permitted: 'Reading 21: 101 to 10000 are rejected or served.',
    ways: () => ({
      listings: {
        reject: ({ parameters }) => (Number(parameters.get('page[limit]')) > 100 ? 400 : undefined),
      },
    }),
  },
  {
    name: 'links',
    does: 'Gives each product the pagination links of its page.',
    permitted: 'Section 4.3 puts them there.',
    ways: () => ({ listings: { links: linksFrom('') } }),
  },
  {
    name: 'links-to-another-host',
    does: 'Gives pagination links with the host that it has behind a proxy.',
    permitted:
      'Reading 24: that links lead where they say is a should; section 4.3 calls them links, and no more.',
    ways: () => ({ listings: { links: linksFrom('https://internal.shop/x') } }),
  },
  {
    name: 'node-of-size',
    does: 'Has one node with as many products as the number, and gives pagination links.',
    permitted: 'Section 4.3 states no least and no greatest size.',
    numbers: [1, 2, 3, 4, 100, 101],
    ways: ofSize,
    file: firstNode,
  },
  {
    name: 'empty-node',
    does: 'Has one node without any product.',
    permitted: 'Section 4.3 states no least size.',
    ways: () => ofSize(0),
    file: firstNode,
    undetermined: { because: 'no product is ever seen; the operator has to name a node that has some' },
  },
  {
    name: 'node-beyond-the-last-offset',
    does: 'Has a node with more products than offsets reach.',
    permitted: 'Section 8: an offset is at most 10000; nothing bounds a node.',
    ways: () => ({
      shop: withNode(defaultShop(), 'many', ({ live }) => ({ live: multiplied(live, 10_350) })),
    }),
  },
];

/** Products 6 and 7 of the second node, the latter of the organization. */
function sameSku(live: readonly Product[]): readonly Product[] {
  const sku = live[6]?.attributes.sku;
  return live.map((one, place) => {
    if (place === 5) return withAttributes(one, { sku });
    return place === 6 ? { ...one, meta: { ...one.meta, owner: 'organization' } } : one;
  });
}

function withoutOwner({ meta: { owner: _, ...meta }, ...others }: Product): Product {
  return { ...others, meta };
}

function draftsOnly(shop: Shop): Shop {
  const components = { set: { name: 'Set', options: [draftComponent] } };
  return withNode(shop, 'some', ({ live }) => ({
    live: live.map((one) => (one.attributes.components ? withAttributes(one, { components }) : one)),
  }));
}

const shortValue = ({ filter }: Asked): number | undefined =>
  filter?.operator === 'eq' && filter.values.some(({ length }) => length < 3) ? 400 : undefined;

const collated = (text: string): string => text.trimEnd().toLowerCase();

function linksFrom(origin: string) {
  return ({ path, parameters, limit, offset }: Asked, total: number) => {
    const at = (place: number): string => {
      const filter = parameters.get('filter');
      const query = new URLSearchParams(filter === null ? {} : { filter });
      query.set('page[offset]', String(place));
      query.set('page[limit]', String(limit));
      return `${origin}${path}?${query}`;
    };
    return {
      current: at(offset),
      first: at(0),
      last: total > limit ? at(Math.floor((total - 1) / limit) * limit) : null,
      prev: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      next: offset + limit < total ? at(offset + limit) : null,
    };
  };
}

function ofSize(number: number) {
  const shop = withNode(defaultShop(), 'many', ({ live }) => ({ live: live.slice(0, number) }));
  return { shop, listings: { links: linksFrom('') } };
}

function firstNode(usual: OperatorFile): OperatorFile {
  return { ...usual, nodes: usual.nodes.slice(0, 1) };
}

/** The products again and again, each with an id, a name and a slug of its own. */
function multiplied(live: readonly Product[], count: number): readonly Product[] {
  return Array.from({ length: count }, (_, index) => live[index % live.length]).flatMap((one, index) =>
    one
      ? [
          {
            ...withAttributes(one, { name: `Item-${index}`, slug: `item-${index}`, sku: `S${index}` }),
            id: idOf(`item ${index}`),
          },
        ]
      : [],
  );
}
