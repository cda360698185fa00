import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { brokenMusts, runAgainst } from '../check-of.ts';
import { bodyOf, lists, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const body = bodyOf('Loan');

const contract = await loadPaths(`
  /loans:
    ${lists('listLoans', 'Loan')}
    post:
      operationId: createLoan
      requestBody: { required: true, ${body} }
      responses: { '201': { description: made, ${body} }, '409': { description: lent }, '422': { description: bad } }
  /loans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getLoan, responses: { '200': { description: one, ${body} }, '404': { description: none } } }
    delete: { operationId: deleteLoan, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Loan:
      type: object
      required: [id, item, days, note]
      properties: { id: { type: integer, readOnly: true }, item: { type: integer }, days: { type: integer, minimum: 1 }, note: { type: string, minLength: 20 } }
`);

const items = [11, 12, 13, 14, 15, 16, 17, 18];

/** A server that lends each of a few items once, and takes numbers in quotes, too. */
function serve() {
  const loans = new Map<number, Json>([[1, { id: 1, item: 1, days: 3, note: 'lent to somebody else' }]]);
  let made = 1;
  const integerIn = (value: Json | undefined): number =>
    ['string', 'number'].includes(typeof value) && /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  const transport: Transport = async ({ method, target, body = new Uint8Array() }) => {
    const { pathname, searchParams } = new URL(target, 'http://server');
    const id = Number(/^\/loans\/(\d+)$/.exec(pathname)?.[1]);
    if (pathname !== '/loans') {
      const loan = loans.get(id);
      if (loan === undefined) return jsonResponse(404, {});
      if (method === 'DELETE') return loans.delete(id) ? jsonResponse(204) : jsonResponse(404);
      return method === 'GET' ? jsonResponse(200, loan) : jsonResponse(405, {});
    }
    if (method === 'GET') {
      const [limit, offset] = [
        Number(searchParams.get('limit') ?? 20),
        Number(searchParams.get('offset') ?? 0),
      ];
      const all = [...loans.values()];
      if (!(limit >= 1 && limit <= 100 && offset >= 0)) return jsonResponse(422, {});
      return jsonResponse(200, { items: all.slice(offset, offset + limit), total: all.length });
    }
    const read = readBody(body);
    const sent = 'json' in read && isObject(read.json) ? read.json : {};
    const [item, days] = [integerIn(sent.item), integerIn(sent.days)];
    if (!(days >= 1) || Number.isNaN(item) || String(sent.note ?? '').length < 20)
      return jsonResponse(422, {});
    const isLent = [...loans.values()].some((one) => isObject(one) && one.item === item);
    if (isLent || !items.includes(item)) return jsonResponse(409, {});
    made += 1;
    const loan = { id: made, item, days, note: String(sent.note) };
    loans.set(made, loan);
    return jsonResponse(201, loan);
  };
  return { transport, loans };
}

it('deletes what is in the way of the next life, and what a request made with values of another type', async () => {
  const { transport, loans } = serve();
  const known = { createLoan: items.map((item) => ({ item })) };
  const { results, created } = await runAgainst(contract, transport, { settles: '0s', known });
  expect(brokenMusts({ results })).toEqual([]);
  const passed = results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : []));
  for (const rule of [
    'deleteLoan/gone',
    'deleteLoan/others-stay',
    'deleteLoan/total-kept',
    'createLoan/listed',
    'createLoan/counted',
  ])
    expect(passed).toContain(rule);
  expect(created).toEqual([]);
  expect([...loans.keys()]).toEqual([1]);
});
