import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { loadPaths } from '../contract/own-contract.ts';

const order =
  "{ content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }, description: order }";

const contract = await loadPaths(`
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': ${order} }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readOrder, responses: { '200': ${order} } }
    patch:
      operationId: updateOrder
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, minProperties: 1, properties: { state: { $ref: '#/components/schemas/State' }, note: { type: string, maxLength: 80 } } } } }
      responses: { '200': ${order}, '422': { description: the order cannot get into this state } }
components:
  schemas:
    State: { enum: [open, paid, shipped] }
    Order:
      type: object
      required: [id, note]
      properties:
        id: { type: string, readOnly: true }
        state: { $ref: '#/components/schemas/State', readOnly: true }
        note: { type: string, maxLength: 80 }
`);
const proof = await proofOf(contract);

/** A server in which an order that is not paid is not shipped. */
function strict(): Transport {
  const serve = proof.conforming();
  return async (request) => {
    const isShipping = request.method === 'PATCH' && Buffer.from(request.body ?? []).includes('"shipped"');
    return isShipping ? { status: 422, headers: [], body: new Uint8Array(), ms: 0 } : serve(request);
  };
}

it('a change to a state that a record cannot get into is a warning', async () => {
  const selected = proof.ruleSet.rules.map(({ id }) => id).filter((id) => id.startsWith('updateOrder/'));
  const failed = (await proof.judged(strict(), { selected })).filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ rule, level }) => `${level} ${rule}`)).toEqual(['should updateOrder/each-value']);
});
