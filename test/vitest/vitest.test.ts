import { describe, expect, it } from 'vitest';
import { runVitest } from './run-vitest.ts';

describe('the Vitest binding', () => {
  it('ends each test as its rule ended', async () => {
    const { tests, output } = await runVitest('test/vitest', 'binding');
    expect(tests).toEqual({
      'application-key/id-uuid': 'skipped',
      'node-products/page-limit-exact': expect.stringMatching(/^failed: AssertionError.*: a page contains `page\[limit\]` products/),
      'node-products/product-relationship-id-present': 'passed',
      'node-products/total-constant': 'passed',
      'node-products/total-present': 'passed',
      'the verdict': expect.stringMatching(/^failed: Error: violates: 1 rule broken: node-products\/page-limit-exact; 1 warning/),
    }); // biome-ignore format: one line a test
    expect(output).toContain('warning: node-products/product-relationship-id-present\n');
    expect(output).toMatch(/\nexpected {2}\S.*\ngot {7}\S/);
  });

  it('sends only what is asked for by name', async () => {
    const { tests } = await runVitest('test/vitest', 'binding', '-t', 'total-constant');
    expect(Object.entries(tests).filter(([, end]) => end !== 'skipped')).toEqual([
      ['node-products/total-constant', 'passed'],
    ]);
  });

  it('takes a contract of one’s own', async () => {
    const { tests } = await runVitest('test/vitest', 'own');
    expect(tests).toEqual({
      'listShelves/total-constant': 'passed',
      'listShelves/total-count': 'passed',
      'the verdict': 'passed',
    });
  });

  it('takes a part of the rules that passes for a good verdict', async () => {
    const { tests } = await runVitest('test/vitest', 'partial');
    expect(tests).toEqual({
      'node-products/total-constant': 'passed',
      'node-products/total-present': 'passed',
      'the verdict': 'passed',
    });
  });
});
