import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../src/contract/choices.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { runAgainst } from '../check-of.ts';
import { loadDocument, loadFiles } from '../contract/own-contract.ts';
import { brokenIn, openapi } from './checked.ts';

const shelf = await readFile(openapi, 'utf8');

const editedShelf = (text: string, other: string) => loadDocument(shelf.replace(text, other));

const deletion = "responses: { '204': { description: deleted }, '404': { description: none } }";

/** A contract that leaves open with which status a book is deleted and changed, and whether it is kept with a mark. */
const contract = await loadFiles({
  'openapi.yaml': shelf
    .replace(deletion, "x-softDelete: /isGone\n      responses: { '2XX': { description: deleted } }")
    .replace(
      "        note: { type: [string, 'null'], maxLength: 500 }\n",
      "        note: { type: [string, 'null'], maxLength: 500 }\n        isGone: { type: boolean, readOnly: true }\n",
    )
    .replaceAll(/'200': \{ description: (replaced|updated)/g, "'204': { description: as asked }\n        $&"),
});

const ofLives = [
  'deletion-status', 'second-deletion', 'soft-deletion', 'unchanged-status', 'replaced-fields', 'created-listed', 'deleted-listed',
] // biome-ignore format: one glance

const options = ofLives.flatMap((id) =>
  choiceOf(contract, id).options.map((option) => [id, option, { [id]: option } as Partial<Choices>] as const),
);

describe('no rule accuses an option, and an observation tells it', () => {
  it.each(options)('%s: %s', async (id, option, choices) => {
    const { transport } = createStub({ contract, choices, seed: 'shelf' });
    const seen = await runAgainst(contract, transport, {});
    expect(brokenIn(seen)).toEqual([]);
    const observed = seen.choiceObservations.find(({ choice }) => choice === id);
    // A record that is kept with a mark is deleted twice with the same status.
    if (choiceOf(contract, id).seen === undefined && id !== 'second-deletion')
      expect(observed).toMatchObject({ option: String(option) });
  });
});

const serving = (choices: Partial<Choices>) => {
  const stub = createStub({ contract, choices, seed: 'shelf' });
  const fetch = createFetch(stub.transport, 'http://localhost');
  return async (method: string, path: string, json?: Json) => {
    const response = await fetch(path, {
      method,
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body = text === '' ? {} : (JSON.parse(text) as Json);
    return {
      status: response.status,
      body: isObject(body) ? body : {},
      items: Array.isArray(body) ? body : [],
    };
  };
};

describe('the stub', () => {
  const written = async (choices: Partial<Choices>) => {
    const send = serving(choices);
    const author = await send('POST', '/authors', { name: 'Iris' });
    const books = `/authors/${author.body.id}/books`;
    const made = await send('POST', books, { title: 'Sea', pages: 3, note: 'a gift' });
    return { send, books, book: `${books}/${made.body.id}` };
  };

  it.each([204, 200, 202] as const)('returns %i for a deletion', async (status) => {
    const { send, book } = await written({ 'deletion-status': status });
    expect((await send('DELETE', book)).status).toBe(status);
  });

  it('returns only a status that the contract names', async () => {
    const own = await editedShelf('pages: 3', '');
    const { transport } = createStub({ contract: own, choices: { 'deletion-status': 200 }, seed: 'shelf' });
    const fetch = createFetch(transport, 'http://localhost');
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const made = await fetch('/authors', { method: 'POST', headers, body: '{"name":"Iris"}' });
    const { id } = (await made.json()) as { id: number };
    expect((await fetch(`/authors/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  });

  it.each([404, 410, 204] as const)('returns %i for a second deletion', async (status) => {
    const { send, book } = await written({ 'second-deletion': status, 'soft-deletion': 'gone' });
    await send('DELETE', book);
    expect((await send('DELETE', book)).status).toBe(status);
    // The contract lists only this status for a reading.
    expect((await send('GET', book)).status).toBe(404);
  });

  it.each([
    ['readable', 200, 0],
    ['gone', 404, 0],
    ['listed', 200, 1],
  ] as const)('keeps a record that was deleted softly: %s', async (option, status, listed) => {
    const { send, book, books } = await written({ 'soft-deletion': option });
    const before = await send('GET', book);
    await send('DELETE', book);
    const read = await send('GET', book);
    const mark = status === 200 ? before.body.isGone !== true : undefined;
    expect([read.status, read.body.isGone]).toEqual([status, mark]);
    expect((await send('GET', books)).items).toHaveLength(listed);
  });

  it.each([
    ['usual', 200],
    [204, 204],
  ] as const)('returns the status %s if nothing changes: %i', async (option, status) => {
    const { send, book } = await written({ 'unchanged-status': option });
    expect((await send('PATCH', book, { pages: 3 })).status).toBe(status);
    expect((await send('PATCH', book, { pages: 4 })).status).toBe(200);
  });

  it.each([
    ['cleared', undefined],
    ['kept', 'a gift'],
  ] as const)('replaces a record; what was left out is %s', async (option, note) => {
    const { send, book } = await written({ 'replaced-fields': option });
    expect((await send('PUT', book, { title: 'Sea', pages: 4 })).body).toMatchObject({ pages: 4 });
    expect((await send('GET', book)).body.note).toBe(note);
  });

  it.each([
    ['at-once', [1, 1]],
    ['late', [0, 1]],
  ] as const)('lists a new record %s', async (option, lengths) => {
    // The clock of a seed goes on by a second each time it is read.
    const { send, books } = await written({ 'created-listed': option });
    const found = [await send('GET', books), await send('GET', books)].map(({ items }) => items.length);
    expect(found).toEqual(lengths);
  });
});
