import { expect, it } from 'vitest';
import { kill } from '../../conformance/proof/kills.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { type HttpResponse, isLost, type Transport, withBody } from '../../src/http/exchange.ts';
import { loadFiles } from '../contract/own-contract.ts';

const rejected = (name: string) =>
  `'${name}': { description: no, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;

const contract = await loadFiles({
  'openapi.yaml': `openapi: 3.1.0
info: { title: Parcels, version: 1.0.0 }
paths:
  /parcels:
    post:
      operationId: createParcel
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
        ${rejected('400')}
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readParcel
      responses:
        '200': { description: parcel, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
        ${rejected('404')}
    delete:
      operationId: deleteParcel
      responses: { '204': { description: gone } }
components:
  schemas:
    Problem:
      type: object
      required: [title, status]
      properties: { title: { type: string }, status: { type: integer }, detail: { type: string } }
    Parcel:
      type: object
      required: [id, label]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string, minLength: 2, maxLength: 80 }
`,
});
const proof = await proofOf(contract);
const rules = proof.ruleSet.rules.filter(({ id }) => id.includes('/rejection-body'));
const selected = rules.map(({ id }) => id);

const verdictsOf = async (transport: Transport): Promise<string[]> =>
  (await proof.judged(transport, { selected })).map(({ rule, verdict }) => `${rule} ${verdict}`).toSorted();

/** A server that replaces some rejections. */
const replacing =
  (isMeant: (body: string, status: number) => boolean, text: string): Transport =>
  async (request) => {
    const response = await proof.conforming()(request);
    if (isLost(response) || !isMeant(String(Buffer.from(request.body ?? [])), response.status))
      return response;
    const changed: HttpResponse = withBody(response, Buffer.from(text));
    return changed;
  };

it('the stub rejects as the contract describes it', async () => {
  expect(await verdictsOf(proof.conforming())).toEqual([
    'createParcel/rejection-body pass',
    'createParcel/rejection-body-elsewhere pass',
    'readParcel/rejection-body pass',
    'readParcel/rejection-body-elsewhere untested',
  ]);
});

it('a body that a framework writes for what it cannot read is a warning', async () => {
  const verdicts = await verdictsOf(
    replacing((sent) => sent !== '' && !sent.startsWith('{'), '{"error":"Bad Request"}'),
  );
  expect(verdicts.filter((one) => one.endsWith('fail'))).toEqual([
    'createParcel/rejection-body-elsewhere fail',
  ]);
});

it('another body of what the application rejects is a failure', async () => {
  const kills = await Promise.all(
    rules.flatMap((rule) => rule.mutants.map((mutant) => kill(proof, rule, mutant, [{ choices: {} }], 1))),
  );
  expect(kills.map(({ killed, said }) => killed || said)).toEqual(kills.map(() => true));
});
