import { expect, it } from 'vitest';
import totals from '../../conformance/list/totals/rules.ts';
import { claimOf, contractOf, judged, listingOf, readerOf, things } from './listings.ts';

const contract = await contractOf('number', 'totalPages: /pages');

it('the number of pages is the total divided by the size, or one where nothing is listed', () => {
  const saw = (ids: string, pages: number) => {
    const body = { items: things(...ids), pages };
    const page = readerOf(contract)('?page=1&limit=2', body, [['X-Total-Count', `${ids.length}`]]);
    return judged(claimOf(totals, 'total-pages', contract), contract, listingOf([page]));
  };
  expect([saw('ab', 1), saw('', 0), saw('', 1)]).toEqual([1, 1, 1]);
  expect([saw('ab', 2), saw('', 2)]).toEqual([['2'], ['2']]);
});
