// biome-ignore-all format: one check a line
// The tests of a small client of examples/library, which depends on nothing but the contract. A variant replaces some of its text.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function testClient(base) {
  const run = `${Math.random()}`;

  async function send(method, path, body, headers = {}) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    for (const attempt of [1, 2, 3]) {
      try {
        const response = await fetch(base + path, {
          method,
          redirect: 'manual',
          headers: { 'x-api-key': 'library-key', ...(body ? { 'content-type': type } : {}), ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (![429, 503].includes(response.status)) return { status: response.status, isOk: response.ok, json: response.ok && text ? JSON.parse(text) : undefined };
        await sleep(1000 * Number(response.headers.get('retry-after') ?? 0));
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
    throw new Error('the server was busy three times');
  }
  const isRejection = ({ status }) => status >= 400 && status < 500;
  const expectRejection = { 'assay-expect': 'rejection' };
  /** What was written may be listed a little later. */
  async function soon(check) {
    for (let attempt = 1; ; attempt += 1) {
      if (await check()) return;
      assert(attempt < 40, 'it never came true');
      await sleep(100);
    }
  }
  async function readAll(path, query = {}) {
    const all = [];
    for (let total = 1; all.length < total; ) {
      const page = await send('GET', `${path}?${new URLSearchParams({ ...query, offset: all.length, limit: 20 })}`);
      assert(page.isOk && (page.json.items.length > 0 || page.json.total === 0));
      all.push(...page.json.items);
      total = page.json.total;
    }
    return all;
  }

  async function readShelves() {
    const all = [];
    let after = {};
    do {
      const page = await send('GET', `/shelves?${new URLSearchParams({ limit: 20, ...after })}`);
      assert(page.isOk);
      all.push(...page.json.items);
      after = page.json.next ? { after: page.json.next } : undefined;
    } while (after);
    return all;
  }

  // A shelf is made, with books on it.
  const shelf = (await send('POST', '/shelves', { name: `Shelf ${run}` })).json;
  assert(Number.isInteger(shelf.id));
  await soon(async () => (await readShelves()).some(({ id }) => id === shelf.id));
  const shelves = await readShelves();
  const place = `/shelves/${shelf.id}/books`;
  const book = { title: `Emma ${run}`, author: 'Jane Austen', status: 'available' };
  const first = (await send('POST', place, { ...book, year: 1815, note: 'Signed.' })).json;
  const second = (await send('POST', place, { ...book, title: `emma ${run}`, year: 1816 })).json;
  assert(!Number.isNaN(Date.parse(first.added_at)));
  await soon(async () => (await readAll(place)).length === 2);
  const sorted = await readAll(place, { sort: 'title' });
  assert.equal(sorted.length, 2);

  // Books that were there before.
  const old = { id: 1 };
  const books = await readAll(`/shelves/${old.id}/books`);
  assert(books.length > 3);
  assert(books.every(({ year }) => year === undefined || year > 1000));
  assert(books.every(({ note }) => (note ?? '').length < 600));
  const [{ author }] = books;
  const byAuthor = await readAll(`/shelves/${old.id}/books`, { author });
  assert(byAuthor.length > 0);
  const part = await readAll(`/shelves/${old.id}/books`, { title_contains: 'TITLE' });
  assert(part.every(({ title }) => title.toUpperCase().includes('TITLE')));

  // A book is replaced, changed and removed.
  const replaced = await send('PUT', `${place}/${first.id}`, { ...book, title: `Persuasion ${run}`, year: 1817 });
  assert.equal(replaced.json.title, `Persuasion ${run}`);
  const changed = await send('PATCH', `${place}/${first.id}`, { year: 1817 });
  assert.equal(changed.json.year, 1817);
  const removed = await send('DELETE', `${place}/${first.id}`);
  assert(removed.isOk);
  await soon(async () => (await readAll(place)).every(({ id }) => id === second.id));

  // What is wrong is rejected.
  const wrong = await send('POST', place, { ...book, title: '' }, expectRejection);
  assert(isRejection(wrong));
}
