import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../conformance/engine/recorder.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';

const contract = await loadContract();

/** What is written down when a request gets this response. */
async function entries(request: Pick<HttpRequest, 'method' | 'target'>, status: number, body: string) {
  const response = { status, headers: [], body: Buffer.from(body), ms: 1 };
  const recorder = createRecorder(contract, async () => response);
  expect(await recorder.transport({ id: 1, ...request, headers: [] })).toBe(response);
  return { created: recorder.created(), shown: recorder.redactor.text('saw 0123456789') };
}

const post = { method: 'POST', target: '/v2/application-keys?a=b' };

describe('the recorder', () => {
  it('writes down what was created, and the secrets that came with it', async () => {
    expect(await entries(post, 201, '{"data":{"id":"e0","client_secret":"0123456789"}}')).toEqual({
      created: [{ operation: 'application-key', id: 'e0' }],
      shown: 'saw [redacted]',
    });
  });

  it('knows a secret in a reply that is not JSON', async () => {
    expect(await entries(post, 200, '<i>client_secret: 0123456789</i>')).toEqual({
      created: [{ operation: 'application-key', id: null }],
      shown: 'saw [redacted]',
    });
  });

  it('takes neither a rejection nor a look for a creation', async () => {
    expect((await entries(post, 422, '{}')).created).toEqual([]);
    expect((await entries({ ...post, method: 'GET' }, 200, '{}')).created).toEqual([]);
  });
});
