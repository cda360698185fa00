import { expect, it } from 'vitest';
import { documentOf } from '../list/listings.ts';
import { loadDocument } from './own-contract.ts';

const paged = 'offset: offset\npageSize: limit';

/** What is wrong with an `x-list`, with the line in `openapi.yaml`; the `x-list` begins in line 14. */
const messageFor = (list: string): Promise<string> =>
  loadDocument(documentOf(list)).then(
    () => 'nothing',
    (error: Error) => error.message,
  );

it.each([
  ['an old name', `records: /items\n${paged}`, '15: x-list has no keyword "records"; use items, identifier, offset, pageIndex, inputToken, outputToken, pageSize, fullPages, total, totalPages, hasMore, links, filter, sort, order, pinned, included, compared.'],
  ['no place', `items: items\n${paged}`, '15: "items" is not a place in a response; write a pointer such as /data, $response.body#/data or $response.header.X-Total-Count.'],
  ['no list of records', `items: /links\n${paged}`, '15: no response has a list of records at /links; correct the place.'],
  ['a place that is not there', `items: /items\ntotal: /count\n${paged}`, '16: no response has /count; correct the place.'],
  ['a parameter that is not there', 'items: /items\noffset: skip\npageSize: limit', '16: the operation has no query parameter "skip"; correct the name.'],
  ['two ways to the next page', `items: /items\npageIndex: page\n${paged}`, '16: a listing has either "offset" or "pageIndex"; remove one of them.'],
  ['a token that nothing returns', 'items: /items\ninputToken: cursor', '16: "inputToken" and "outputToken" belong together; add the other.'],
  ['an identifier that is not there', `items: /items\nidentifier: [/type, /key]\n${paged}`, '16: no record has "/key"; correct the pointer.'],
  ['a total that counts something else', `items: /items\ntotal: { at: /total, counts: some }\n${paged}`, '16: a total counts no "some"; use matching, all, either, estimated.'],
  ['a relation that pages have not', `items: /items\nlinks: { up: /links/self }\n${paged}`, '16: pages have no relation "up"; use self, first, last, prev, next.'],
  ['a link instead of an object of links', `items: /items\nlinks: /token\n${paged}`, '16: /token has no links, but a string or null; write the relation, too, such as { next: /token }.'],
  ['a search in two fields', `items: /items\n${paged}\nfilter: { template: '{attribute}={value}', queryables: { q: { at: [/id, /type] } }, operators: [contains] }`, '18: an attribute is one field, and /id, /type are several; name one, or remove the attribute: its parameter is then not checked as a filter.'],
  ['full pages that are not a boolean', `items: /items\nfullPages: 'yes'\n${paged}`, '16: "fullPages" is either true or false.'],
])('%s is one sentence with the line', async (_, list, expected) => {
  expect(await messageFor(list)).toBe(`openapi.yaml:${expected}`);
}); // biome-ignore format: one line a case
