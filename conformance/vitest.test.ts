import { describe, expect, it } from 'vitest';
import { runVitest } from './proof/run-vitest.ts';

describe('the Vitest binding', { timeout: 60_000 }, () => {
  it('ends each test as its rule ended', async () => {
    const { tests, output } = await runVitest('conformance/proof', 'binding');
    expect(tests).toEqual({
      'application-key/created': 'skipped',
      'node-products/page-limit': expect.stringMatching(/^failed: AssertionError.*: a page holds at most page\[limit\]/),
      'node-products/page-limit-maximum': 'passed',
      'node-products/page-offset-served': 'passed',
      'node-products/total-count': 'passed',
      'the verdict is conforms': expect.stringMatching(/^failed: Error: violates: 1 rule broken: node-products\/page-limit/),
    }); // biome-ignore format: one line a test
    expect(output).toContain('warning: node-products/page-limit-maximum\n');
    expect(output).toContain('expected  at most 100 products\n');
  });

  it('sends only what is asked for by name', async () => {
    const { tests } = await runVitest('conformance/proof', 'binding', '-t', 'total-count');
    expect(Object.entries(tests).filter(([, end]) => end !== 'skipped')).toEqual([
      ['node-products/total-count', 'passed'],
    ]);
  });
});
