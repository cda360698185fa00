import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { isObject } from '../../src/json/json.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const fields = `depot: { type: integer, minimum: 1, maximum: 9, examples: [4] }, price: { type: string, pattern: '^[0-9]\\.[0-9]{2}$' }, name: { type: string, minLength: 1, maxLength: 200 }`;

const contract = await loadPaths(`
  /pens:
    ${creates('createPen', 'Pen')}
  /pens/{id}:
    ${pathParameter('id', 'string')}
    ${reads('getPen', 'Pen')}
    ${changes('patch', 'updatePen', 'Pen', 'Part')}
    ${changes('put', 'replacePen', 'Pen')}
    ${deletes('deletePen')}
components:
  schemas:
    Part: { type: object, minProperties: 1, properties: { ${fields} } }
    Pen: { type: object, required: [id, depot, price, name], properties: { id: { type: string, readOnly: true }, ${fields} } }
`);

const price = '6.21';

/** A server that knows one depot only, and keeps one price in some changes. */
async function serving(method?: string): Promise<Transport> {
  const next = (await proofOf(contract)).conforming();
  return async (request) => {
    const sent = jsonOf(request.body);
    if (!isObject(sent)) return next(request);
    if ((sent.depot ?? 4) !== 4) return jsonResponse(422, { error: 'no such depot' });
    if (request.method !== method || sent.price === undefined) return next(request);
    return next({ ...request, body: Buffer.from(JSON.stringify({ ...sent, price })) });
  };
}

it.each([[undefined], ['PATCH'], ['PUT']])(
  'each field is changed alone where a change of all is rejected: a price lost in %s',
  async (method) => {
    const { results } = await runAgainst(contract, await serving(method));
    const shown = new Map(results.map(({ rule, verdict }) => [rule, verdict]));
    expect([shown.get('updatePen/shown'), shown.get('replacePen/shown')]).toEqual([
      method === 'PATCH' ? 'fail' : 'pass',
      method === 'PUT' ? 'fail' : 'pass',
    ]);
  },
);
