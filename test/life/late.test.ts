import { expect, it } from 'vitest';
import { bodyText, isLost, type Transport } from '../../src/http/exchange.ts';
import { runAgainst } from '../check-of.ts';
import { contract } from './books.ts';
import { type Book, serveBooks } from './books-server.ts';

/** What is rejected first changes the title of the book all the same, which reading shows 100 ms later. */
function serveLate(): Transport {
  const before = new Map<number, readonly [book: Book, until: number]>();
  const { transport, shelf } = serveBooks({
    read: (id, _shelf, book) => {
      const [earlier, until = 0] = before.get(id) ?? [];
      return Date.now() < until ? earlier : book;
    },
  });
  return async (request) => {
    const response = await transport(request);
    const id = Number(request.target.split('/')[2]);
    const book = shelf.ours.get(id);
    const isRejected = request.method === 'PATCH' && !isLost(response) && response.status >= 400;
    if (!isRejected || !book || before.has(id)) return response;
    before.set(id, [book, Date.now() + 100]);
    shelf.ours.set(id, { ...book, title: `${book.title}!` });
    return response;
  };
}

it('what a rejected request changes is found if it shows later, within the time of the target file', async () => {
  const selected = new Set(['updateBook/rejected-changes-nothing']);
  const { results } = await runAgainst(contract, serveLate(), { settles: '200ms' }, { selected });
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail']);
});

it('what an accepted invalid request changes is not what a rejected one changed', async () => {
  const { transport } = serveBooks();
  const asNumber: Transport = (request) => {
    const body = bodyText(request.body ?? new Uint8Array()).replace(/("title":"[^"]*".*"pages":){}/, '$11');
    return transport(request.body ? { ...request, body: Buffer.from(body) } : request);
  };
  const selected = new Set(['replaceBook', 'updateBook'].map((id) => `${id}/rejected-changes-nothing`));
  const { results } = await runAgainst(contract, asNumber, {}, { selected });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
