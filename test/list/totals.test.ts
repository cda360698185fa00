import { expect, it } from 'vitest';
import totals from '../../conformance/list/totals/rules.ts';
import { focusedOn } from '../../src/contract/contract.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { claimOf, contractOf, documentOf, judged, listingOf, readerOf, styles, things } from './listings.ts';

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

it('the total of what is left out by default is not the number of records that are listed', async () => {
  const list = `${styles.offset}\nfilter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }`;
  const saw = async (more: string) => {
    const text = documentOf(list).replace(/(name: name, in: query, schema: { type: string)/, `$1${more}`);
    const own = focusedOn(await loadDocument(text), 'listThings');
    const read = readerOf(own);
    const all = read('?limit=50&offset=0', { items: [{ id: 'a', name: 'open' }], total: 1 });
    const paid = read('?limit=1&offset=0&name=paid', { items: [{ id: 'b', name: 'paid' }], total: 2 });
    return judged(claimOf(totals, 'total-filter', own), own, listingOf([all, paid]));
  };
  expect([await saw(''), await saw(', default: open')]).toEqual([
    ['2, more than all things of the collection'],
    0,
  ]);
});

it('the total of a filter for a part counts what a server takes for the same letters: of any case, with or without accents', async () => {
  const list = `${styles.offset}\nfilter: { template: '{attribute}={value}', queryables: { name: /name }, operators: { eq: { means: contains, on: [name] } } }`;
  const own = focusedOn(await loadDocument(documentOf(list)), 'listThings');
  const read = readerOf(own);
  const names = ['Oslo', 'Aker', 'Ålesund', 'Bergen', 'Vardo'];
  const items = names.map((name, index) => ({ id: `${index}`, name }));
  const all = read('?limit=50&offset=0', { items, total: 5 });
  const saw = (total: number) => {
    const part = read('?limit=1&offset=0&name=a', { items: items.slice(4), total });
    return judged(claimOf(totals, 'total-filter', own), own, listingOf([all, part]));
  };
  expect([0, 1, 2, 3, 4].map(saw)).toEqual([['0'], 1, 1, 1, ['4']]);
});
