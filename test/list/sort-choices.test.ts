import { describe, expect, it } from 'vitest';
import type { Listing } from '../../conformance/core/evidence.ts';
import type { ChoiceEvidence } from '../../conformance/core/observation.ts';
import observed from '../../conformance/list/sort/observations.ts';
import { contractOf, listingOf, readerOf } from './listings.ts';

const contract = await contractOf(
  'offset',
  "sort: { asc: 'sort={attribute}', desc: 'sort=-{attribute}', sortables: { name: /name, weight: /weight } }",
);
const read = readerOf(contract);

const { list } = observed;
const choices = typeof list === 'function' ? list('listThings', contract) : list;

type Thing = { readonly id: string; readonly name?: string; readonly weight?: number };

/** All things, as a sort lists them; without a name, as they are listed. */
const listed = (sort: string, things: readonly Thing[]): Listing =>
  listingOf(
    [
      read(`?sort=${sort}&offset=0&limit=50`.replace('sort=&', ''), {
        items: [...things],
        total: things.length,
      }),
    ],
    {
      ...(sort === '' ? {} : { further: `sort=${sort}` }),
    },
  );

/** What is observed of a choice where sorts list things in these orders. */
function observe(
  choice: string,
  all: readonly Thing[],
  sorts: Readonly<Record<string, readonly Thing[]>>,
): unknown {
  const evidence = {
    contract,
    nouns: { records: 'things' },
    listings: all.length > 0 ? [listed('', all)] : [],
    furtherListings: Object.entries(sorts).map(([sort, things]) => listed(sort, things)),
    orUntested: (what: unknown, why: string) => {
      if (what === undefined || what === false) throw new Error(why);
      return what;
    },
  };
  return choices.find((one) => one.choice === choice)?.read(evidence as unknown as ChoiceEvidence);
}

const things = (ids: string): Thing[] =>
  [...ids].map((id) => ({ id, weight: /[abc]/.test(id) ? 1 : 2, name: id }));

describe('equal values are in the order', () => {
  it.each([
    ['of the listing', 'abcd', 'abcd', 'dabc', 'listed'],
    ['of the listing, which has another order', 'cdba', 'cbad', 'dcba', 'listed'],
    ['of the listing in reverse where a sort descends', 'abcd', 'abcd', 'dcba', 'reversed'],
    ['in reverse in each direction', 'abcd', 'cbad', 'dcba', 'own'],
    ['of their own in one direction', 'abcd', 'abcd', 'dbac', 'own'],
    ['of a listing that was not read', '', 'cbad', 'dcba', 'listed'],
    ['of a listing that lacked some of them', 'bd', 'cbad', 'dcba', 'listed'],
    ['not of a listing that lacked one of them', 'acd', 'cbad', 'dcba', 'own'],
  ])('%s', (_, all, rising, falling, expected) => {
    const sorts = { weight: things(rising), '-weight': things(falling) };
    expect(observe('sort-ties', things(all), sorts)).toBe(expected);
  });

  it('unless none are equal', () => {
    const sorts = { name: things('abcd'), '-name': things('dcba') };
    expect(() => observe('sort-ties', things('abcd'), sorts)).toThrow('equal values');
  });
});

describe('records without the value are', () => {
  const without = { id: 'x' };
  const [one, two] = [
    { id: 'a', weight: 1 },
    { id: 'b', weight: 2 },
  ];
  it.each([
    ['first', [without, one, two], [without, two, one]],
    ['last', [one, two, without], [two, one, without]],
    ['lowest', [without, one, two], [two, one, without]],
    ['highest', [one, two, without], [without, two, one]],
  ])('%s', (expected, rising, falling) => {
    expect(observe('sort-absent', [], { weight: rising, '-weight': falling })).toBe(expected);
  });

  it('somewhere, which one direction does not say', () => {
    expect(() => observe('sort-absent', [], { weight: [without, one], '-weight': [two, one] })).toThrow(
      'sorted in both directions',
    );
  });
});

describe('letter case is', () => {
  const named = (...names: string[]): Thing[] => names.map((name, place) => ({ id: String(place), name }));
  it.each([
    ['distinguished', named('B', 'a', 'c')],
    ['ignored', named('a', 'B', 'c')],
    ['other: another order of texts', named('c', 'B', 'a')],
  ])('%s', (expected, names) => {
    expect(observe('sort-letter-case', [], { name: names })).toBe(expected);
    expect(observe('sort-letter-case', [], { '-name': names.toReversed() })).toBe(expected);
  });

  it('not shown by texts in one case', () => {
    expect(() => observe('sort-letter-case', [], { name: named('a', 'b') })).toThrow('letter case');
  });
});
