import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/wire/exchange.ts';
import { show } from './shown.ts';

const exchange = (body: Uint8Array): Exchange => ({
  call: { method: 'POST', target: '/k', headers: [], body },
  reply: { status: 200, headers: [], body, ms: 1 },
});

describe('an exchange that is shown', () => {
  it('holds short bodies whole, without their secrets', () => {
    const body = Buffer.from(`{"a":"tell-nobody"}${'ä'.repeat(100_000)}`);
    const { request, reply } = show(exchange(body), ['tell-nobody']);
    const text = `{"a":"[hidden]"}${'ä'.repeat(100_000)}`;
    expect([request.body, reply]).toEqual([text, expect.objectContaining({ body: text })]);
  });

  it('holds of a long body no more than any report shows, and its length', () => {
    const body = Buffer.alloc(32 * 1024 * 1024, 'ä');
    const { request, reply } = show(exchange(body), []);
    for (const text of [request.body, 'body' in reply ? reply.body : undefined]) {
      expect(text?.length).toBeLessThan(300_000);
      expect(text).toMatch(/^ä+… \(33554432 bytes\)$/);
    }
  });
});
