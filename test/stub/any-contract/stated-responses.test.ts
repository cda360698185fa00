import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../src/contract/choices.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { at, type Json } from '../../../src/json/json.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createFetch } from '../../../src/stub/fetch.ts';

const contractOf = (name: string) =>
  loadContract({
    openapi: fileURLToPath(new URL(`../../../examples/${name}/openapi.yaml`, import.meta.url)),
  });

const contracts = { library: await contractOf('library'), orders: await contractOf('orders') };

const credentials = { authorization: 'Bearer any', 'x-api-key': 'any' };

const serving = (name: keyof typeof contracts, choices: Partial<Choices> = {}) => {
  const { transport } = createStub({ contract: contracts[name], choices, seed: name });
  const fetch = createFetch(transport, 'http://localhost');
  return async (method: string, path: string, json?: Json, headers: Record<string, string> = credentials) => {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: text === '' ? undefined : (JSON.parse(text) as Json) };
  };
};

const optionsOf = (name: keyof typeof contracts, id: string) => choicesOf(contracts[name]).get(id)?.options;

const unknownOrder = '/orders/99999999-9999-4999-8999-999999999999';

describe('the body of an error', () => {
  it('is the one that the contract gives to the range of its status', async () => {
    const send = serving('library');
    expect(await send('POST', '/shelves', { name: '' })).toEqual({
      status: 422,
      type: 'application/json',
      body: { error: 'Unprocessable Entity: /name must NOT have fewer than 1 characters' },
    });
    expect(await send('GET', '/shelves', undefined, {})).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized: the header x-api-key is missing' },
    });
  });

  it('has the media type that the contract gives it', async () => {
    const send = serving('orders');
    expect(await send('POST', '/orders', { customer: { name: 'Iris' }, amount: -1 })).toEqual({
      status: 422,
      type: 'application/problem+json',
      body: { title: '/amount must be >= 0' },
    });
  });

  it('is no choice where the contract states it, and one where it does not', async () => {
    expect(optionsOf('library', 'error-body')).toBeUndefined();
    const send = serving('orders', { 'error-body': 'empty' });
    expect((await send('POST', '/orders', {})).type).toBe('application/problem+json');
    expect(await send('GET', unknownOrder)).toMatchObject({ status: 404, body: undefined });
  });
});

describe('a status', () => {
  it('is one that the contract lists, if it lists one', () => {
    expect(optionsOf('orders', 'unauthorised-status')).toBeUndefined();
    expect(optionsOf('library', 'unauthorised-status')).toEqual([401, 403]);
    expect(optionsOf('orders', 'second-deletion')).toEqual([404, 204]);
    expect(optionsOf('library', 'second-deletion')).toEqual([404, 410, 204]);
  });

  it('is one of its own operation', async () => {
    const send = serving('orders', {
      'unauthorised-status': 403,
      'second-deletion': 410,
      'page-past-end': 'rejected',
    });
    expect((await send('GET', '/orders', undefined, {})).status).toBe(401);
    expect((await send('GET', '/orders?page=1000')).status).toBe(422);
  });

  it('of a repeated creation is one that the contract lists', async () => {
    const send = serving('orders', { 'identical-requests': 'rejected' });
    const order = { customer: { name: 'Iris' }, amount: 1 };
    await send('POST', '/orders', order);
    expect((await send('POST', '/orders', order)).status).toBe(422);
  });
});

it('the media type of a record is one that the contract lists', async () => {
  expect(optionsOf('orders', 'json-type')).toEqual(['json', 'charset']);
});

it('a record that its listing does not allow is not listed, and not shown as another', async () => {
  const send = serving('library');
  const shelf = `/shelves/${at((await send('POST', '/shelves', { name: 'Poems' })).body, 'id')}/books`;
  const book = { title: 'Small hours', author: 'Iris', status: 'withdrawn' };
  const { body: made } = await send('POST', shelf, book);
  const path = `${shelf}/${at(made, 'id')}`;
  expect(made).toMatchObject(book);
  expect((await send('GET', path)).body).toEqual(made);
  expect((await send('GET', shelf)).body).toEqual({ items: [], total: 0 });
  await send('PUT', path, { ...book, status: 'lent' });
  expect((await send('GET', shelf)).body).toMatchObject({ items: [{ status: 'lent' }], total: 1 });
  await send('PUT', path, book);
  expect((await send('GET', shelf)).body).toEqual({ items: [], total: 0 });
});

it('a field that a client may leave out is empty then, if it has to be there', async () => {
  const order = { customer: { name: 'Iris' }, amount: 1 };
  const { body } = await serving('orders')('POST', '/orders', order);
  expect(body).toMatchObject({ ...order, tags: [], remark: null });
  expect(at(body, 'customer')).toEqual(order.customer);
});

it('a media type of JSON that the contract does not list is rejected by choice', async () => {
  const order = { customer: { name: 'Iris' }, amount: 1 };
  const change = { remark: 'soon' };
  const types = ['application/merge-patch+json; charset=utf-8', 'application/json'];
  const statusesWith = async (choices: Partial<Choices>) => {
    const send = serving('orders', choices);
    const { body } = await send('POST', '/orders', order);
    const path = `/orders/${at(body, 'uuid')}`;
    return Promise.all(
      types.map(async (type) => {
        const { status } = await send('PATCH', path, change, { ...credentials, 'content-type': type });
        return status;
      }),
    );
  };
  expect(await statusesWith({})).toEqual([200, 200]);
  expect(await statusesWith({ 'unlisted-type': 'rejected' })).toEqual([200, 415]);
});

it('the ids of new records need not ascend', async () => {
  const send = serving('library', { 'created-ids': 'other' });
  const [first, second] = [
    await send('POST', '/shelves', { name: 'A' }),
    await send('POST', '/shelves', { name: 'B' }),
  ];
  expect(Number(at(second.body, 'id'))).toBeLessThan(Number(at(first.body, 'id')));
  expect(Number(at(second.body, 'id'))).toBeGreaterThan(2 ** 32);
});

it('records with equal values are sorted in an order of its own, the same on pages of every size', async () => {
  const uuidsOf = async (ties: Choices['sort-ties'], ...queries: readonly string[]) => {
    const send = serving('orders', { 'sort-ties': ties });
    const made = Array.from({ length: 9 }, () =>
      send('POST', '/orders', { customer: { name: 'Iris' }, amount: 7 }),
    );
    await Promise.all(made);
    const pages = await Promise.all(queries.map((query) => send('GET', `/orders?sort=amount&${query}`)));
    return pages.map(({ body }) => (body as Json[]).map((one) => at(one, 'uuid')));
  };
  for (const direction of ['direction=asc', 'direction=desc']) {
    const queries = [`${direction}&per_page=100`, `${direction}&per_page=5&page=2`];
    const [own = [], second] = await uuidsOf('own', ...queries);
    const [listed = []] = await uuidsOf('listed', ...queries);
    expect(own).not.toEqual(listed);
    expect(own.toSorted()).toEqual(listed.toSorted());
    expect(second).toEqual(own.slice(5, 10));
  }
});
