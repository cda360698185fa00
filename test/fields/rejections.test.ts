import { expect, it } from 'vitest';
import { proofOf } from '../../conformance/proof/proof.ts';
import { isLost, type Transport, withBody } from '../../src/http/exchange.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { killedMutants } from './killed-mutants.ts';

const rejected = (name: string) =>
  `'${name}': { description: no, content: { text/plain: {}, application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;

const contract = await loadPaths(`
  /parcels:
    post:
      operationId: createParcel
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses:
        '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
        ${rejected('400')}
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get:
      operationId: readParcel
      responses:
        '200': { description: parcel, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
        ${rejected('404')}
    delete:
      operationId: deleteParcel
      responses: { '204': { description: gone } }
  /parcels/{id}/labels:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get:
      operationId: listLabels
      x-list: { items: $response.body, offset: offset, pageSize: limit }
      parameters:
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 5, default: 5 } }
      responses:
        '200': { description: labels, content: { application/json: { schema: { type: array, items: { type: object } } } } }
        ${rejected('400')}
components:
  schemas:
    Problem:
      type: object
      required: [title, status]
      properties: { title: { type: string }, status: { type: integer }, detail: { type: string }, errors: { type: array, items: { type: object, properties: { field: { type: string } } } } }
    Parcel:
      type: object
      required: [id, label]
      properties:
        id: { type: integer, readOnly: true }
        weight: { type: integer, maximum: 2147483647 }
        label: { type: string, minLength: 2, maxLength: 80 }
`);
const proof = await proofOf(contract);
const rules = proof.ruleSet.rules.filter(({ id }) => /\/rejection-(body|type)/.test(id));
const selected = rules.map(({ id }) => id);

const verdictsOf = async (transport: Transport): Promise<string[]> =>
  (await proof.judged(transport, { selected })).map(({ rule, verdict }) => `${rule} ${verdict}`).toSorted();

/** A server that replaces some rejections. */
const replacing =
  (isMeant: (body: string, path: string) => boolean, text: string, status?: number): Transport =>
  async (request) => {
    const response = await proof.conforming()(request);
    if (isLost(response) || response.status < 400) return response;
    if (!isMeant(String(Buffer.from(request.body ?? [])), request.target)) return response;
    return withBody({ ...response, status: status ?? response.status }, Buffer.from(text));
  };

const failures = async (transport: Transport): Promise<string[]> =>
  (await verdictsOf(transport)).filter((one) => one.endsWith('fail'));

it('the stub rejects as the contract describes it', async () => {
  expect(await verdictsOf(proof.conforming())).toEqual([
    'createParcel/rejection-body pass',
    'createParcel/rejection-body-elsewhere pass',
    'createParcel/rejection-type pass',
    'listLabels/rejection-body-elsewhere pass',
    'listLabels/rejection-type pass',
    'readParcel/rejection-body pass',
    'readParcel/rejection-body-elsewhere untested',
    'readParcel/rejection-type pass',
  ]);
});

const ofFramework = '{"error":"Bad Request"}';

it('a body that a framework writes for what it cannot read is a warning', async () => {
  const isUnread = (sent: string): boolean => sent !== '' && !sent.startsWith('{');
  expect(await failures(replacing(isUnread, ofFramework))).toEqual([
    'createParcel/rejection-body-elsewhere fail',
  ]);
});

it('a body of a router for a path that the contract does not allow is a warning', async () => {
  const isUnrouted = (_sent: string, path: string): boolean => !/\/\d*(\?|$)/.test(path);
  expect(await failures(replacing(isUnrouted, ofFramework, 404))).toEqual([
    'readParcel/rejection-body-elsewhere fail',
  ]);
});

it('a body of a framework for an integer of more than 32 bits is a warning', async () => {
  const isLarge = (sent: string): boolean => /"weight":-?\d{10}/.test(sent);
  expect(await failures(replacing(isLarge, ofFramework))).toEqual([
    'createParcel/rejection-body-elsewhere fail',
  ]);
});

it('null in an optional field of a rejection counts as absent', async () => {
  expect(
    await failures(
      replacing(() => true, '{"title":"No","status":400,"detail":null,"errors":[{"field":null}]}'),
    ),
  ).toEqual([]);
  expect(await failures(replacing(() => true, '{"title":null,"status":400}'))).not.toEqual([]);
});

it('a rejection of another media type that the contract lists is not compared', async () => {
  const plain: Transport = async (request) => {
    const response = await proof.conforming()(request);
    if (isLost(response) || response.status < 400) return response;
    return withBody(
      { ...response, headers: [['content-type', 'text/plain; charset=utf-8']] },
      Buffer.from('No'),
    );
  };
  expect(await failures(plain)).toEqual([]);
});

/** A server that sends the bodies of its rejections with another media type. */
const typed =
  (type: string, status?: number, body?: string): Transport =>
  async (request) => {
    const response = await proof.conforming()(request);
    if (isLost(response) || response.status < 400) return response;
    const sent = {
      ...response,
      status: status ?? response.status,
      headers: [['content-type', type]] as const,
    };
    return body === undefined ? sent : withBody(sent, Buffer.from(body));
  };

it('JSON that says to be HTML is a warning, another type of JSON is none', async () => {
  expect(await failures(typed('text/html; charset=utf-8'))).toEqual([
    'createParcel/rejection-type fail',
    'listLabels/rejection-type fail',
    'readParcel/rejection-type fail',
  ]);
  expect(await failures(typed('application/json'))).toEqual([]);
});

it('nothing is said of the type of a status that the contract does not describe, nor of a page in place of JSON', async () => {
  expect(await failures(typed('text/html', 418))).toEqual([]);
  expect((await failures(typed('text/html', 400, '<h1>No</h1>'))).join()).not.toContain('rejection-type');
});

it('another body of what the application rejects is a failure', async () => {
  expect(await killedMutants(proof, rules)).toEqual({ count: rules.length, missed: [] });
});
