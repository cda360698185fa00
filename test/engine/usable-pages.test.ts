import { expect, test } from 'vitest';
import { pagesBeforeChange, UsablePages } from '../../conformance/engine/usable-pages.ts';
import { contractOf, listingOf, readerOf, things } from '../list/listings.ts';

const contract = await contractOf('offset');

/** Pages with these totals, in the order of their requests; `undefined` shows none. */
function pagesWith(...totals: (number | undefined)[]) {
  const read = readerOf(contract);
  return totals.map((total, offset) =>
    read(`?offset=${offset}&limit=1`, {
      items: things(`${offset}`),
      ...(total === undefined ? {} : { total }),
    }),
  );
}

test('pages before the first with the new total are from before the change', () => {
  const pages = pagesWith(3, 3, undefined, 4, 4);
  expect(pagesBeforeChange(listingOf(pages), 4)).toEqual(pages.slice(0, 3));
});

test('no page is from before the change if all show the total, or if old and new totals are mixed', () => {
  expect(pagesBeforeChange(listingOf(pagesWith(4, 4)), 4)).toEqual([]);
  const mixed = pagesWith(4, ...Array<number>(17).fill(3), 4);
  expect(pagesBeforeChange(listingOf(mixed), 4)).toEqual([]);
});

test('a request may be overtaken by sixteen others', () => {
  const pages = pagesWith(4, ...Array<number>(16).fill(3), 4);
  expect(pagesBeforeChange(listingOf(pages), 4)).toHaveLength(17);
});

test('an excluded page is no evidence, stays aside, and is said who took it', () => {
  const pages = pagesWith(2, 2);
  const view = new UsablePages(listingOf(pages), new Set());
  view.exclude(pages.slice(0, 1), 'a/rule');
  expect(view.listing.pages).toEqual(pages);
  view.update();
  expect([view.listing.pages, view.listing.excluded]).toEqual([pages.slice(1), pages.slice(0, 1)]);
  expect(view.takers()).toEqual(new Set(['a/rule']));
  const before = view.listing;
  view.update();
  expect(view.listing).toBe(before);
});
