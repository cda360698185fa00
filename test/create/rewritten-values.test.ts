import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { type Json, parseJson } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const price = { type: 'string', format: 'decimal', pattern: '^-?\\d{0,8}(?:\\.\\d{0,2})?$' };
const cost = { type: 'string', pattern: '^\\d{1,6}\\.?\\d{0,2}$' };
const Car = {
  type: 'object',
  required: ['plate', 'price', 'cost'],
  properties: {
    id: { type: 'string', readOnly: true },
    plate: { type: 'string', minLength: 1, maxLength: 12 },
    price,
    cost,
  },
};
/** What a response says less of than a request. */
const Shown = { ...Car, properties: { ...Car.properties, cost: { type: 'string' } } };
const contract = await loadPaths(`
  /cars:
    ${creates('createCar', 'Car')}
  /vans:
    ${creates('createVan', 'Shown', 'Car')}
  /cars/{id}:
    ${pathParameter('id', 'string')}
    ${reads('getCar', 'Car')}
    ${changes('patch', 'changeCar', 'Car')}
    ${deletes('deleteCar')}
components: { schemas: ${JSON.stringify({ Car, Shown })} }
`);

/** A JSON body in which the text of some fields is another one. */
function rewritten(bytes: Uint8Array | undefined, change: (name: string, text: string) => string) {
  const json = parseJson(Buffer.from(bytes ?? []).toString());
  if (json === undefined || bytes === undefined) return bytes;
  return Buffer.from(
    JSON.stringify(json, (name, value: Json) => (typeof value === 'string' ? change(name, value) : value)),
  );
}

/** The stub behind what many frameworks do: texts without the spaces around them, prices with two decimals. */
function rewriting(next: Transport): Transport {
  return async (request) => {
    const sent = rewritten(request.body, (_, text) => text.trim());
    const response = await next({ ...request, ...(sent === undefined ? {} : { body: sent }) });
    if ('lost' in response) return response;
    const shown = rewritten(response.body, (name, text) =>
      ['price', 'cost'].includes(name) && Number.isFinite(Number(text)) ? Number(text).toFixed(2) : text,
    );
    const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return { ...response, headers, body: shown ?? response.body };
  };
}

it('a server that trims texts and writes decimals with all their places conforms', async () => {
  const { transport } = createStub({ contract, seed: 'cars' });
  const { results } = await runAgainst(contract, rewriting(transport));
  expect(results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)).toEqual([]);
  for (const rule of ['changeCar/shown', 'createVan/cost-returned'])
    expect(results.find((one) => one.rule === rule)?.verdict).toBe('pass');
});
