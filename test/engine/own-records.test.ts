import { describe, expect, it } from 'vitest';
import { noteOwnRecords } from '../../conformance/engine/own-records/own-records.ts';
import { isOurs, shownIn } from '../../conformance/engine/own-records/whose-record.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import { creates, deletes, lists, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';
import { responseOf } from '../json-response.ts';

const contract = await loadContract();

/** What is noted as created when a request gets this response. */
async function createdBy(request: Pick<HttpRequest, 'method' | 'target'>, status: number, body: string) {
  const ownRecords = noteOwnRecords({ contract, nonce: '01234567' });
  const send = ownRecords.watch(async () => ({ status, headers: [], body: Buffer.from(body), ms: 1 }));
  await send({ ...request, headers: [] });
  return ownRecords.creations();
}

const post = { method: 'POST', target: '/v2/application-keys?a=b' };

const samples = await loadPaths(`
  /samples:
    ${creates('createSample', 'Sample')}
  /samples/{id}:
    ${pathParameter('id')}
    ${reads('getSample', 'Sample')}
    put:
      operationId: replaceSample
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sample' } } } }
      responses: { '204': { description: Replaced. } }
components:
  schemas:
    Sample:
      type: object
      required: [id, takenAt, depth]
      properties:
        id: { type: string, readOnly: true }
        takenAt: { type: string, format: date-time }
        depth: { type: number }
        note: { type: [string, 'null'] }
`);

describe('after a replacement without a body', () => {
  const nonce = '01234567';
  const created = { id: 's1', takenAt: '2026-03-01T10:00:00Z', depth: 2, note: `assay ${nonce}89abcdef` };
  const replaced = { takenAt: '2026-03-02T10:00:00+02:00', depth: 3 };

  it.each([
    ['shows what was sent in another form', { takenAt: '2026-03-02T08:00:00Z', depth: 3, note: null }, true],
    ['shows what was there before', { ...created, note: null }, false],
    ['shows another time', { takenAt: '2026-03-02T10:00:00Z', depth: 3, note: null }, false],
  ])('a record is of this run if it %s, or not', async (_, shown, expected) => {
    const own = noteOwnRecords({ contract: samples, nonce });
    const send = (method: string, target: string, body: Json, response: { status: number; body: string }) =>
      own.watch(async () => responseOf(response.status, [], response.body))({
        ...{ method, target, headers: [] },
        body: Buffer.from(JSON.stringify(body)),
      });
    const { id: __, ...sent } = created;
    await send('POST', '/samples', sent, { status: 201, body: JSON.stringify(created) });
    await send('PUT', '/samples/s1', replaced, { status: 204, body: '' });
    const record = own.recordAt(operationIn(samples, 'replaceSample'), '/samples/s1');
    const reading = shownIn(operationIn(samples, 'getSample'), { ...shown, id: 's1' });
    expect(record && isOurs({ contract: samples, nonce }, record, reading)).toBe(expected);
  });
});

describe('of a deleted record whose id is listed again', () => {
  const nonce = '01234567';
  const created = { id: 's1', note: `assay ${nonce}89abcdef` };
  const collection = { operation: 'listSamples', values: [] };

  it.each([
    ['the record of this run stays', created, true],
    ['that of another is none of this run', { id: 's1', note: 'of another' }, false],
    ['nothing is listed', undefined, false],
  ])('%s', async (_, shown, expected) => {
    const listed = await loadPaths(`
  /samples:
    ${creates('createSample', 'Sample')}
    ${lists('listSamples', 'Sample')}
  /samples/{id}:
    ${pathParameter('id', 'string')}
    ${reads('getSample', 'Sample')}
    ${deletes('deleteSample')}
components:
  schemas:
    Sample: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, note: { type: string } } }
`);
    const own = noteOwnRecords({ contract: listed, nonce });
    const send = (method: string, target: string, response: { status: number; body: string }) =>
      own.watch(async () => responseOf(response.status, [], response.body))({
        ...{ method, target, headers: [] },
        body: Buffer.from(JSON.stringify({ note: created.note })),
      });
    await send('POST', '/samples', { status: 201, body: JSON.stringify(created) });
    await send('DELETE', '/samples/s1', { status: 204, body: '' });
    const records = shown === undefined ? [] : [['s1', shown] as const];
    const last = { method: 'GET', target: '/samples', headers: [] };
    own.takeListed(collection, new Map(records), last);
    expect(own.recordAt(operationIn(listed, 'deleteSample'), '/samples/s1')?.isStaying).toBe(expected);
  });
});

describe('what a run created', () => {
  it.each([
    [
      'with its id',
      post,
      '{"data":{"id":"e0"}}',
      { operation: 'application-key', id: 'e0', path: '/v2/application-keys' },
    ],
    [
      'also if its id cannot be read',
      post,
      '<i>e0</i>',
      { operation: 'application-key', id: null, path: '/v2/application-keys' },
    ],
    [
      'by a request of no operation',
      { ...post, target: '/other?a=b' },
      '{}',
      { operation: 'POST /other', id: null, path: '/other' },
    ],
  ])('is noted %s', async (_, request, body, creation) => {
    expect(await createdBy(request, 201, body)).toEqual([creation]);
  });

  it('is nothing that was rejected or only read', async () => {
    expect(await createdBy(post, 422, '{}')).toEqual([]);
    expect(await createdBy({ ...post, method: 'GET' }, 200, '{}')).toEqual([]);
  });
});
