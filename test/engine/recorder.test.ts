import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../conformance/engine/sending/recorder.ts';
import { loadContract } from '../../src/contract/load.ts';

const contract = await loadContract();

const request = { method: 'POST', target: '/v2/application-keys', headers: [] };

/** What is redacted after a request got a response. */
async function shownAfter(body: string): Promise<string> {
  const response = { status: 201, headers: [], body: Buffer.from(body), ms: 1 };
  const recorder = createRecorder(contract, async () => response);
  expect(await recorder.transport({ id: 1, ...request })).toBe(response);
  return recorder.redactor.text('saw 0123456789');
}

describe('the recorder', () => {
  it('learns the secrets of responses', async () => {
    expect(await shownAfter('{"data":{"id":"e0","client_secret":"0123456789"}}')).toBe('saw [redacted]');
    expect(await shownAfter('{"data":{"id":"e0"}}')).toBe('saw 0123456789');
  });

  it('knows a secret in a response that is not JSON', async () => {
    expect(await shownAfter('<i>client_secret: 0123456789</i>')).toBe('saw [redacted]');
  });
});
