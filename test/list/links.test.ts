import { describe, expect, it } from 'vitest';
import type { Page } from '../../conformance/core/evidence.ts';
import { linkWords, readLinkHeader } from '../../conformance/list/links/read-links.ts';
import links from '../../conformance/list/links/rules.ts';
import { claimOf, contractOf, judged, listIn, listingOf, readerOf, things } from './listings.ts';

const body = { items: things('a') };

describe('links are read', () => {
  it('from an object in the body; an empty text is none', async () => {
    const contract = await contractOf('offset', 'links: /links');
    const links = { self: '?offset=0', next: '' };
    expect(readerOf(contract)('', { ...body, links }).links).toEqual([{ self: '?offset=0', next: null }]);
    expect(linkWords(listIn(contract), 'next')).toBe('links.next');
  });

  it('from objects with an href, as HAL has them', async () => {
    const contract = await contractOf('offset', 'links: /links');
    const links = { next: { href: '/things?offset=5' } };
    expect(readerOf(contract)('', { ...body, links }).links).toEqual([{ next: '/things?offset=5' }]);
  });

  it('from the Link header', async () => {
    const contract = await contractOf('number', 'links: $response.header.Link');
    const header = '</things?page=2>; rel="next last", </things?page=1>; rel=first; title="a, b; c"';
    expect(readerOf(contract)('', body, [['link', header]]).links).toEqual([
      { next: '/things?page=2', last: '/things?page=2', first: '/things?page=1' },
    ]);
    expect(readerOf(contract)('', body).links).toEqual([{}]);
    expect(linkWords(listIn(contract), 'next')).toBe('Link rel="next"');
  });

  it('from all lines of the Link header', async () => {
    const contract = await contractOf('number', 'links: $response.header.Link');
    const lines = [
      ['link', '</things?page=1>; rel="first"'],
      ['content-type', 'application/json'],
      ['Link', '</things?page=2>; rel="next"'],
    ] as const;
    expect(readerOf(contract)('', body, lines).links).toEqual([
      { first: '/things?page=1', next: '/things?page=2' },
    ]);
  });

  it('as numbers of pages, which keep the rest of the query', async () => {
    const contract = await contractOf('number', 'links: { next: /next }');
    expect(readerOf(contract)('?name=x&page=1', { ...body, next: 2 }).links).toEqual([
      { next: '?name=x&page=2' },
    ]);
  });

  it('from each record, once for records with the same', async () => {
    const contract = await contractOf('offset', "links: { self: '$item#/type' }");
    const items = [
      { id: 'a', type: '?1' },
      { id: 'b', type: '?1' },
    ];
    const { links } = readerOf(contract)('', { items });
    expect(links).toEqual([{ self: '?1' }, { self: '?1' }]);
    expect(links[0]).toBe(links[1]);
  });
});

it.each(['', 'no link', '<', '<a>; rel'])('of the header %j nothing is read', (text) => {
  expect(readLinkHeader(text).filter(({ rel }) => rel === 'next')).toEqual([]);
});

it('a full page may be followed by another, unless a page shows the end', async () => {
  const contract = await contractOf('offset', 'links: /links');
  const read = readerOf(contract);
  const first = read('?offset=0&limit=2', { items: things('a', 'b'), links: { next: '?offset=2&limit=2' } });
  const saw = (...others: readonly Page[]) =>
    judged(claimOf(links, 'links-next-end', contract), contract, listingOf([first, ...others]));
  const wrong = ['"?offset=2&limit=2"'];
  expect(saw()).toBe(0);
  expect(saw(read('?offset=2&limit=2', { items: things('c') }))).toBe(0);
  expect(saw(read('?offset=2&limit=2', { items: [] }))).toEqual(wrong);
  expect(saw(read('?offset=0&limit=3', { items: things('a', 'b') }))).toEqual(wrong);
});
