import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';
import { tryInProcess, trySending } from './try-in-process.ts';

const stall = fileURLToPath(new URL('../../examples/contract-folder/stall', import.meta.url));
const setting = await loadSampleData(await loadContract({ openapi: stall }));

type Listed = { readonly books: readonly { readonly id: number }[]; readonly count: number };

/** Reads all pages, of a size that the client chooses, or as they come. */
const readAll =
  (take: string) =>
  async (baseUrl: string): Promise<void> => {
    const ids: number[] = [];
    for (let count = 1; ids.length < count; ) {
      const response = await fetch(`${baseUrl}/books?skip=${ids.length}${take}`);
      if (!response.ok) throw new Error(`${response.status}`);
      const page = (await response.json()) as Listed;
      if (take === '' && page.books.length !== Math.min(5, page.count - ids.length))
        throw new Error(`a page of ${page.books.length}`);
      ids.push(...page.books.map(({ id }) => id));
      count = page.count;
    }
    if (ids.length !== 12) throw new Error(`${ids.length} books`);
  };

const only = ['field-order', 'extra-headers', 'body-length'];

it('tries a client of a contract of one’s own against the sample data of its folder', async () => {
  const report = await tryInProcess(readAll('&take=5'), { only }, setting);
  expect(report.variations.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()).toEqual([
    'body-length=chunked pass',
    'extra-headers=some pass',
    'field-order=reversed pass',
  ]);
});

it('asks nothing that only the shipped contract leaves open', async () => {
  await expect(tryInProcess(readAll('&take=5'), { only: ['absent-field'] }, setting)).rejects.toThrow(
    '--only absent-field',
  );
});

it('changes no records that the user gives it', async () => {
  const tryRecords = (isOwnCatalog: boolean) =>
    tryInProcess(readAll('&take=5'), { only: ['records'] }, { ...setting, isOwnCatalog });
  expect((await tryRecords(false)).variations.map(({ id }) => id)).toContain('records=added');
  await expect(tryRecords(true)).rejects.toThrow('--only records');
});

it('says why a request is rejected, whatever the contract states of the body', async () => {
  const openapi = fileURLToPath(new URL('../../examples/orders/openapi.yaml', import.meta.url));
  const orders = await loadSampleData(await loadContract({ openapi }));
  const report = await tryInProcess(
    async (baseUrl) => {
      await fetch(`${baseUrl}/orders?größe=5`, { headers: { authorization: 'Bearer any' } });
    },
    { only: ['extra-headers'] },
    orders,
  );
  expect(report.sent.map(({ operation, text }) => `${operation}: ${text}`)).toEqual([
    'orders.list: the parameter größe is unknown',
  ]);
});

it('says at which line the contract states what is wrong, else where the operation is', async () => {
  const openapi = fileURLToPath(new URL('../../examples/orders/openapi.yaml', import.meta.url));
  const orders = await loadSampleData(await loadContract({ openapi }));
  const headers = { authorization: 'Bearer any' };
  const { sent } = await trySending(
    async (send) => {
      await send('/orders?size=5', { headers });
      await send('/orders?a=%zz', { method: 'POST', headers, json: { customer: { name: 'A' }, amount: 1 } });
      await send('/orders', { method: 'POST', headers, json: { customer: 5, amount: 1 } });
      await send('/orders', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{',
      });
      await send('/orders?page=%zz', { headers });
    },
    {},
    orders,
  );
  const lines = (await readFile(openapi, 'utf8')).split('\n');
  const lineAt = (line = '') => lines[Number(line.split(':').at(-1)) - 1]?.trim();
  expect(sent.map(({ operation, text, line }) => [operation, text, lineAt(line)])).toEqual([
    ['orders.create', 'the query contains an invalid percent sign', 'post:'],
    ['orders.create', 'In a request, `customer` is an object.', 'type: object'],
    ['orders.create', 'A body that is not JSON is rejected.', 'post:'],
    ['orders.list', 'the query contains an invalid percent sign', 'get:'],
    ['orders.list', 'the parameter size is unknown', 'get:'],
  ]);
});
