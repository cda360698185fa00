import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { killedMutants } from './killed-mutants.ts';

const contract = await loadPaths(`
  /parcels:
    post:
      operationId: createParcel
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses:
        '201':
          description: made
          headers:
            Location: { required: true, schema: { type: string, format: uri-reference } }
            X-Request-Id: { $ref: '#/components/headers/RequestId' }
          content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } }
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readParcel
      responses:
        '200':
          description: parcel
          headers:
            X-Remaining: { required: true, schema: { type: integer, minimum: 0 } }
            X-Hints: { schema: { type: array, items: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } }
components:
  headers:
    RequestId: { schema: { type: string, pattern: '^[0-9a-f]{8}$' } }
  schemas:
    Parcel:
      type: object
      required: [id, label]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string, maxLength: 80 }
`);
const proof = await proofOf(contract);
const rules = proof.ruleSet.rules.filter(({ id }) => id.endsWith('/headers'));

it('the stub sends the headers that the contract requires', async () => {
  const results = await proof.judged(proof.conforming(), { selected: rules.map(({ id }) => id) });
  expect(results.map(({ rule, verdict }) => `${rule} ${verdict}`).toSorted()).toEqual([
    'createParcel/headers pass',
    'readParcel/headers pass',
  ]);
});

it('a header that is missing or has another value is found', async () => {
  expect(rules.flatMap(({ mutants }) => mutants.map(({ name }) => name))).toEqual([
    'Location is left out',
    'X-Request-Id is -1',
    'X-Remaining is left out',
    'X-Remaining is -1',
  ]);
  expect(await killedMutants(proof, rules)).toEqual({ count: 4, missed: [] });
});
