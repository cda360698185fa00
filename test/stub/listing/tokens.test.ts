import { describe, expect, it } from 'vitest';
import { isLost } from '../../../src/http/exchange.ts';
import { at } from '../../../src/json/json.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { contractOf } from '../../list/listings.ts';

const { transport } = createStub({ contract: await contractOf('token'), seed: 'tokens' });

async function pageAt(query: string) {
  const response = await transport({ method: 'GET', target: `/things?limit=2${query}`, headers: [] });
  if (isLost(response)) throw new Error(response.detail);
  return { status: response.status, body: JSON.parse(Buffer.from(response.body).toString()) };
}

describe('the token of a page', () => {
  it('leads to the next one', async () => {
    const first = await pageAt('');
    const second = await pageAt(`&cursor=${at(first.body, 'token')}`);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(at(second.body, 'items')).toHaveLength(2);
    expect(at(second.body, 'items')).not.toEqual(at(first.body, 'items'));
  });

  it('is rejected if it was invented', async () => {
    const { status, body } = await pageAt('&cursor=invented');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('cursor is no token of a page');
  });
});
