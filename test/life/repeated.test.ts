import { expect, it } from 'vitest';
import { at, type Json } from '../../src/json/json.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { stubWith } from './checked.ts';

it('a repeated request is not answered with a record that was deleted or changed', async () => {
  const fetch = createFetch(stubWith([], { 'identical-requests': 'shown-again' }), 'http://localhost');
  const idOf = async (method: string, path: string, json?: Json): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const body = json === undefined ? {} : { headers, body: JSON.stringify(json) };
    const response = await fetch(path, { method, ...body });
    expect(response.ok).toBe(true);
    const text = await response.text();
    return text === '' ? '' : String(at(JSON.parse(text), 'id'));
  };
  const author = await idOf('POST', '/authors', { name: 'Iris' });
  const books = `/authors/${author}/books`;
  const create = () => idOf('POST', books, { title: 'Again', pages: 9 });
  const first = await create();
  expect(await create()).toBe(first);
  await idOf('PUT', `${books}/${first}`, { title: 'Changed', pages: 9 });
  const second = await create();
  expect(second).not.toBe(first);
  await idOf('DELETE', `${books}/${second}`);
  expect(await create()).not.toBe(second);
});
