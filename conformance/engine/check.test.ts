import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Call, Transport } from '../../src/wire/exchange.ts';
import { submit } from '../creation/submit.ts';
import type { Catalogue } from './catalogue.ts';
import { type Check, runCheck } from './check.ts';
import type { Target } from './target.ts';

const contract = await loadContract();

const target: Target = {
  baseUrl: 'http://shop.example',
  token: 'a-token-to-hide',
  headers: [],
  writes: true,
  subscription: { currency: 'USD' },
  nodes: [],
};

const rule = (id: string, operation: 'application-key' | 'node-products', holds: boolean) => ({
  id,
  operation,
  clause: 'key-name-echo',
  title: id,
  evidence: 'content' as const,
  mutants: [],
  check: async (probe: Parameters<Catalogue['rules'][number]['check']>[0]) => {
    if (operation === 'application-key') await submit(probe, operation, { data: {} });
    probe.must(holds, 'this', `that, and ${probe.target.token}`);
  },
});

const catalogue: Catalogue = {
  rules: [rule('application-key/one', 'application-key', false), rule('node-products/two', 'node-products', true)],
  observations: [
    { id: 'application-key/look', operation: 'application-key', clause: 'key-scheme-case', asks: 'how?', look: async () => 'so' },
    { id: 'node-products/crash', operation: 'node-products', clause: 'key-scheme-case', asks: 'why?', look: async () => { throw new TypeError('a bug'); } },
  ],
}; // biome-ignore format: one line an observation

/** Checks a server that creates whatever it is asked to. */
async function check(options: Partial<Check> = {}) {
  const calls: Call[] = [];
  const transport: Transport = async (call) => {
    calls.push(call);
    const body = Buffer.from('{"data":{"id":"e0","client_secret":"a-secret-to-hide"}}');
    return { status: call.method === 'POST' ? 201 : 405, headers: [], body, ms: 1 };
  };
  const report = await runCheck({ contract, catalogue, target, transport, ...options });
  return { report, calls };
}

describe('runCheck', () => {
  it('reports results in the order of the catalogue, and an observation that breaks down as our error', async () => {
    const told: string[] = [];
    const { report } = await check({ onResult: ({ rule }, total) => told.push(`${rule} of ${total}`) });
    expect(report.results.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([
      'application-key/one fail',
      'node-products/two pass',
      'node-products/crash error',
    ]);
    expect(report.observations).toEqual([{ clause: 'key-scheme-case', asks: 'how?', value: 'so' }]);
    expect(told.sort()).toEqual(['application-key/one of 2', 'node-products/two of 2']);
    expect(report.exitCode).toBe(2);
  });

  it('counts what went out and what was left behind, and hides secrets', async () => {
    const { report, calls } = await check();
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect([report.requests, report.created]).toEqual([2, [{ operation: 'application-key', id: 'e0' }]]);
    expect(JSON.stringify(report)).not.toContain('to-hide');
    expect(report.results[0]?.saw).toBe('that, and [hidden]');
  });

  it('sends nothing that leaves records where writing is not allowed', async () => {
    const { report, calls } = await check({
      target: { ...target, writes: false },
      selection: { skip: ['node-products/crash'] },
    });
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['skipped', 'pass']);
    expect(report.observations[0]?.value).toBe('skipped: writing is not allowed on this target');
  });

  it('leaves out what is not selected', async () => {
    const { report } = await check({ selection: { only: ['node-products/two'] } });
    expect(report.results.map(({ rule }) => rule)).toEqual(['node-products/two']);
    expect(report.observations).toEqual([]);
  });

  it('tells what it left out after the first broken rule', async () => {
    const { report } = await check({ bail: true, concurrency: 1 });
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail', 'skipped']);
    expect(report.headline.why).toBe('1 rule broken: application-key/one; --bail: 1 rule not run');
    expect(report.exitCode).toBe(1);
  });

  it('goes on after a broken rule that is waived', async () => {
    const waivers = [{ rule: 'application-key/one', reason: 'known', until: '9999-12-31' }];
    const selection = { skip: ['node-products/crash'] };
    const { report } = await check({ bail: true, concurrency: 1, waivers, selection });
    expect(report.results.map(({ verdict, waived }) => [verdict, waived?.reason])).toEqual([
      ['fail', 'known'],
      ['pass', undefined],
    ]);
    expect(report.counts).toMatchObject({ fail: 0, waived: 1 });
    expect(report.waivers?.[0]?.state).toBe('active');
  });

  it('leaves no more records behind than it may', async () => {
    const { report, calls } = await check({ conduct: { maxWrites: 0 } });
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
    expect(report.results[0]).toMatchObject({ verdict: 'inconclusive', remedy: '--max-writes 200' });
  });

  it('ends within its budget on a target that never answers, and tells what was not reached', async () => {
    const started = performance.now();
    const transport: Transport = ({ method }) =>
      method === 'POST'
        ? new Promise(() => {})
        : Promise.resolve({ status: 405, headers: [], body: Buffer.from(''), ms: 1 });
    const { report } = await check({ transport, budget: 100, concurrency: 1 });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(report.results.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual([
      'inconclusive: no reply: the budget of 1 s is spent',
      'inconclusive: the budget of 1 s is spent',
    ]);
    expect(report.exitCode).toBe(3);
  });

  it('tells what it found until it was interrupted', async () => {
    const controller = new AbortController();
    const { report } = await check({
      concurrency: 1,
      signal: controller.signal,
      selection: { only: ['node-products/two'] },
      onResult: () => controller.abort(),
    });
    expect(report.headline).toMatchObject({
      verdict: 'undetermined',
      why: 'the run was interrupted: 1 clause held so far',
    });
    expect(report.exitCode).toBe(3);
  });

  it('draws a nonce of its own for every run', async () => {
    const [one, other] = await Promise.all([check(), check()]);
    expect(one.report.nonce).toMatch(/^[0-9a-f]{8}$/);
    expect(one.report.nonce).not.toBe(other.report.nonce);
    expect((await check({ nonce: '0a1b2c3d' })).report.nonce).toBe('0a1b2c3d');
  });
});
