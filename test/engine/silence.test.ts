import { expect, it } from 'vitest';
import { mostSilent, untilSilent } from '../../conformance/engine/sending/silence.ts';
import type { HttpRequest, HttpResponse, Lost, Transport } from '../../src/http/exchange.ts';
import { lifeOf, loadPaths } from '../contract/own-contract.ts';

const contract = await loadPaths(`${lifeOf('/orders', 'Order')}
  /customers/{customer}/orders:
    parameters: [{ name: customer, in: path, required: true, schema: { type: string } }]
    get: { operationId: listOrders, responses: { '200': { description: some } } }
components:
  schemas:
    Order: { type: object, properties: { id: { type: integer, readOnly: true } } }
`);

const get = (path: string): HttpRequest => ({ method: 'GET', target: path, headers: [] });
const listing = get('/v1/customers/a/orders?filter=x');
const creation: HttpRequest = { ...get('/v1/orders'), method: 'POST', body: Buffer.from('{}') };

const late: Lost = { lost: 'timeout', detail: 'no complete response within 5 ms', ms: 5 };
const response: HttpResponse = { status: 200, headers: [], body: new Uint8Array(), ms: 1 };

/** A target that answers what it is told to, and how often it was asked. */
function target(answer: (request: HttpRequest, asked: number) => HttpResponse | Lost) {
  let asked = 0;
  const transport: Transport = async (request) => {
    asked += 1;
    return answer(request, asked);
  };
  return { transport: untilSilent(contract, transport), asked: () => asked };
}

const ask = async (
  transport: Transport,
  request: HttpRequest,
  times: number,
): Promise<readonly (HttpResponse | Lost)[]> => {
  const responses: (HttpResponse | Lost)[] = [];
  for (let time = 0; time < times; time += 1) responses.push(await transport(request));
  return responses;
};

it('sends no more listings once none is answered any more, whichever collection they are of', async () => {
  const { transport, asked } = target(() => late);
  await ask(transport, listing, mostSilent);
  expect(await transport(get('/v1/customers/b/orders'))).toMatchObject({ lost: 'unsent' });
  expect(asked()).toBe(mostSilent);
});

it('sends no more requests of an operation, whichever record each of them names', async () => {
  const { transport, asked } = target(() => late);
  for (let id = 1; id <= mostSilent; id += 1) await transport(get(`/v1/orders/${id}`));
  expect(await transport(get('/v1/orders/x'))).toMatchObject({ lost: 'unsent' });
  expect(asked()).toBe(mostSilent);
});

it('goes on with what is answered still', async () => {
  const { transport } = target(({ method }) => (method === 'GET' ? late : response));
  await ask(transport, listing, mostSilent + 1);
  expect(await transport(creation)).toBe(response);
});

it('begins to count again with every reply', async () => {
  const { transport, asked } = target((_, time) => (time % mostSilent === 0 ? response : late));
  await ask(transport, listing, 3 * mostSilent);
  expect(asked()).toBe(3 * mostSilent);
});

it('takes no lost connection for silence', async () => {
  const { transport, asked } = target(() => ({ ...late, lost: 'connection' }));
  await ask(transport, listing, mostSilent + 5);
  expect(asked()).toBe(mostSilent + 5);
});
