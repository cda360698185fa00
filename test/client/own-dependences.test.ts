// biome-ignore-all format: one dependence a line
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { loadContract } from '../../src/contract/load.ts';
import { trySending } from './try-in-process.ts';

const settingOf = async (name: string) =>
  loadSampleData(await loadContract({ openapi: fileURLToPath(new URL(`../../examples/${name}/openapi.yaml`, import.meta.url)) }));

const settings = { library: await settingOf('library'), orders: await settingOf('orders') };

type Shown = { readonly id: number; readonly uuid: string; readonly length: number } & Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: Shown };
type Ask = (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A client of one of the two contracts that fails where what it returns is not true. */
type Dependence = readonly [choice: string, of: keyof typeof settings, holds: (ask: Ask) => Promise<boolean>];

const addBook = (ask: Ask, fields = {}) => ask('POST', '/shelves/1/books', { title: 'Tide', author: 'Ann', status: 'lent', ...fields });
const addOrder = (ask: Ask, fields = {}) => ask('POST', '/orders', { customer: { name: 'Ann' }, amount: 7, ...fields });
const unknownOrder = '/orders/0b5f3c1e-9f57-4c3b-8d1e-2f6a7b8c9d0e';
const isListed = async (ask: Ask, id: number) => (await ask('GET', '/shelves/1/books?limit=50&author=Ann')).text.includes(`${id}`);
const tagOf = ({ headers }: Answer) => headers.get('etag') ?? '';

const dependences: readonly Dependence[] = [
  ['link-writing=tokens', 'orders', async (ask) => /; rel="next"/.test((await ask('GET', '/orders?per_page=1')).headers.get('link') ?? '')],
  ['etag-form=weak', 'orders', async (ask) => tagOf(await ask('GET', `/orders/${(await addOrder(ask)).json.uuid}`)).startsWith('"')],
  ['error-body=problem', 'orders', async (ask) => !(await ask('GET', unknownOrder)).text.includes('title":"Not Found","status')],
  ['error-body=empty', 'orders', async (ask) => (await ask('GET', unknownOrder)).text !== ''],
  ['error-words=others', 'library', async (ask) => (await ask('GET', '/shelves/1/books/987654')).json.error === 'Not Found: nothing has this id'],
  ['extra-fields=some', 'library', async (ask) => Object.keys((await ask('GET', '/shelves/1/books/987654')).json).length === 1],
  ['null-fields=null', 'library', async (ask) => (await addBook(ask)).json.note !== null],
  ['number-form=12.0', 'library', async (ask) => (await addBook(ask, { price: 12 })).text.match(/"price":12[,}]/) !== null],
  ['first-records=named', 'orders', async (ask) => (await ask('GET', '/orders')).json.length > 0],
  ['absent-challenge=no', 'orders', async (ask) => (await ask('GET', '/orders', undefined, { authorization: '', 'assay-expect': 'rejection' })).headers.has('www-authenticate')],
  ['offset-past-end=rejected', 'library', async (ask) => (await ask('GET', '/shelves/1/books?offset=1000')).status === 200],
  ['equal-letter-case=ignored', 'library', async (ask) => {
    const found = await ask('GET', '/shelves/1/books?author=ANN'), { id } = (await addBook(ask)).json;
    return found.json.total === (await ask('GET', '/shelves/1/books?author=ANN')).json.total && id > 0;
  }],
  ['unknown-node=empty', 'library', async (ask) => (await ask('GET', '/shelves/987654321/books')).status === 404],
  ['empty-text=rejected', 'orders', async (ask) => (await addOrder(ask, { remark: '' })).json.remark === ''],
  ['list-values=set', 'orders', async (ask) => String((await addOrder(ask, { tags: ['red', 'blue'] })).json.tags) === 'red,blue'],
  ['list-values=set', 'orders', async (ask) => {
    const address = `/orders/${(await addOrder(ask, { tags: ['red', 'red'] })).json.uuid}`;
    return (await ask('GET', address)).text.includes('"red","red"');
  }],
  ['deleted-listed=late', 'library', async (ask) => {
    const { id } = (await addBook(ask)).json;
    await ask('DELETE', `/shelves/1/books/${id}`);
    return !(await isListed(ask, id));
  }],
  ['sort-ties=own', 'library', async (ask) => {
    const [one, other] = [(await addBook(ask, { price: 5000 })).json.id, (await addBook(ask, { price: 5000 })).json.id];
    const { text } = await ask('GET', '/shelves/1/books?sort=price&limit=50&author=Ann');
    return text.indexOf(`"id":${one},`) < text.indexOf(`"id":${other},`);
  }],
  ['known-tag=200', 'orders', async (ask) => {
    const address = `/orders/${(await addOrder(ask)).json.uuid}`;
    return (await ask('GET', address, undefined, { 'if-none-match': tagOf(await ask('GET', address)) })).status === 304;
  }],
  ['absent-header=ETag-of-changes', 'orders', async (ask) => {
    const address = `/orders/${(await addOrder(ask)).json.uuid}`;
    return tagOf(await ask('PATCH', address, { amount: 8 })) === tagOf(await ask('GET', address));
  }],
];

/** Sends what both contracts ask of every request. */
const sending = (holds: Dependence[2]) => (setting: keyof typeof settings, only: readonly string[]) =>
  trySending(async (send) => {
    const ask: Ask = async (method, path, json, headers = {}) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const init = { method, headers: { 'x-api-key': 'k', authorization: 'Bearer t', 'content-type': type, ...headers } };
      const response = await send(path, json === undefined ? init : { ...init, body: JSON.stringify(json) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
    };
    if (!(await holds(ask))) throw new RangeError('not so');
  }, { only }, settings[setting]);

test.each(dependences)('a client that depends on %s, of %s, is told so', async (id, of, holds) => {
  const { variations, resilience } = await sending(holds)(of, [id]);
  expect([...variations, ...resilience].map((one) => `${one.id} ${one.outcome}`)).toEqual([`${id} fail`]);
});

/** What tests need that fail with the default options: the first option with which they pass. */
test.each<Dependence>([
  ['extra-headers=some', 'library', async (ask) => {
    const address = (await addBook(ask)).headers.get('location');
    return address !== null && (await ask('GET', new URL(address).pathname)).json.title === 'Tide';
  }],
  ['extra-headers=some', 'library', async (ask) => tagOf(await ask('GET', `/shelves/1/books/${(await addBook(ask)).json.id}`)) !== ''],
  ['extra-fields=some', 'orders', async (ask) => (await ask('POST', '/orders', { customer: { name: 'Ann' }, amount: -1 }, { 'assay-expect': 'rejection' })).json.detail !== undefined],
  ['null-fields=null', 'library', async (ask) => (await addBook(ask)).json.note === null],
  ['equal-letter-case=ignored', 'orders', async (ask) => {
    const { uuid } = (await addOrder(ask)).json;
    return (await ask('GET', '/orders?customer=ANN&per_page=100')).text.includes(uuid);
  }],
  ['number-form=12.0', 'library', async (ask) => (await addBook(ask, { price: 12 })).text.includes('"price":12.0')],
  ['error-body=problem', 'orders', async (ask) => (await ask('GET', unknownOrder)).json.title === 'Not Found'],
])('a client that needs %s, of %s, is told so', async (id, of, holds) => {
  const { verdict, variations, resilience } = await sending(holds)(of, []);
  expect(verdict).toBe('depends');
  expect([...variations, ...resilience].map((one) => `${one.id} ${one.outcome}`)).toContain(`${id} needed`);
});

/** Requests that a conforming server may reject are reported, and not what follows from a rejection. */
test.each<readonly [reported: readonly string[], of: keyof typeof settings, send: (ask: Ask) => Promise<Answer>]>([
  [[], 'orders', (ask) => ask('GET', '/orders', undefined, { authorization: 'bearer t' })],
  [['POST unknown-fields=rejected'], 'library', async (ask) => ask('GET', `/shelves/1/books/${(await addBook(ask, { mark: 'A' })).json.id}`)],
])('%j is reported of a client of %s', async (reported, of, send) => {
  const { sent } = await sending(async (ask) => (await send(ask)).status === 200)(of, ['extra-headers']);
  expect(sent.map(({ request, choice }) => `${request.method} ${choice}`)).toEqual(reported);
});
