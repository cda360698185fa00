import { describe, expect, it } from 'vitest';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { contract } from './books.ts';
import { type Book, type Deviation, type Shelf, serveBooks } from './books-server.ts';
import { brokenIn } from './checked.ts';

type OtherUser = (shelf: Shelf, id: number) => void;

const otherUsers: Readonly<Record<string, OtherUser>> = {
  deletes: (shelf, id) => shelf.ours.delete(id),
  changes: (shelf, id) => {
    const book = shelf.ours.get(id);
    if (book) shelf.ours.set(id, { ...book, pages: 777 });
  },
};

/** Another user does something to each so-many-th book that a check creates, so many milliseconds later. */
function besides(does: OtherUser, { each, later }: { each: number; later: number }): Transport {
  const { transport, shelf } = serveBooks();
  let made = 0;
  return async (request) => {
    const response = await transport(request);
    if (isLost(response) || request.method !== 'POST' || response.status !== 201) return response;
    made += 1;
    const { id } = JSON.parse(Buffer.from(response.body).toString()) as Book;
    if (made % each === 0) setTimeout(() => does(shelf, id), later);
    return response;
  };
}

const check = (transport: Transport) => runAgainst(contract, transport, { settles: '50ms' });

const rhythms = [2, 3, 5].flatMap((each) => [0, 3, 30].map((later) => ({ each, later })));

describe.concurrent.each(Object.entries(otherUsers))('another user who %s', (_, does) => {
  it.each(rhythms)('each $each-th record $later ms later breaks no rule', async (rhythm) => {
    expect(brokenIn(await check(besides(does, rhythm)))).toEqual([]);
  });
});

it('says that another user may have changed a record that a relation is about', async () => {
  const { results } = await check(besides(otherUsers.changes as OtherUser, { each: 2, later: 3 }));
  const seen = results.flatMap(({ intermittent = [] }) => intermittent.map(({ saw }) => saw));
  expect(seen.some((saw) => /another user may have/.test(saw))).toBe(true);
});

const faults: Readonly<Record<string, readonly [rule: RegExp, Deviation]>> = {
  'a deletion takes the last record, too': [
    /deleteBook\/others-stay/,
    { deleted: (_, shelf) => shelf.ours.delete([...shelf.ours.keys()].at(-1) ?? 0) },
  ],
  'a deleted record is read': [
    /deleteBook\/gone/,
    (() => {
      const made = new Map<number, Book>();
      return {
        read: (id, _, book) => {
          if (book) made.set(id, book);
          return made.get(id);
        },
      } satisfies Deviation;
    })(),
  ],
};

it.concurrent.each(Object.entries(faults))('a fault is still found: %s', async (_, [rule, deviation]) => {
  const broken = brokenIn(await check(serveBooks(deviation).transport));
  expect(
    broken.some((one) => rule.test(one)),
    broken.join('\n'),
  ).toBe(true);
});
