import { describe, expect, it } from 'vitest';
import { noteOwnRecords } from '../../conformance/engine/own-records/own-records.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';

const contract = await loadContract();

/** What is noted as created when a request gets this response. */
async function createdBy(request: Pick<HttpRequest, 'method' | 'target'>, status: number, body: string) {
  const ownRecords = noteOwnRecords({ contract, nonce: '01234567' });
  const send = ownRecords.watch(async () => ({ status, headers: [], body: Buffer.from(body), ms: 1 }));
  await send({ ...request, headers: [] });
  return ownRecords.creations();
}

const post = { method: 'POST', target: '/v2/application-keys?a=b' };

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
