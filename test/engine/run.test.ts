import { describe, expect, it } from 'vitest';
import type { Claim } from '../../conformance/core/claim.ts';
import type { Experiment } from '../../conformance/core/context.ts';
import type { ReadExchange } from '../../conformance/core/evidence.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { kinds } from '../../conformance/kinds.ts';
import type { HttpResponse, Lost } from '../../src/http/exchange.ts';
import { calm, check, list, rule, target } from './small-catalogue.ts';

describe('a check', () => {
  it('reports results in the order of the catalogue, and an observation that breaks down as our error', async () => {
    const progress: string[] = [];
    const { report } = await check({
      onProgress: ({ done, of, doing }) => progress.push(`${done} of ${of}, ${doing}`),
    });
    expect(report.results.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([
      'application-key/one fail',
      'node-products/two pass',
      'node-products/trailing-slash error',
    ]);
    expect(report.observations).toEqual([
      {
        id: 'tokens',
        question: 'Which bearer tokens may create a key?',
        clauses: ['application-key/token-validity'],
        option: 'any',
      },
    ]);
    expect(progress).toContain('0 of 5, application-key/create');
    expect(progress).toContain('2 of 5, application-key/tokens');
    expect(progress.at(-1)).toBe('5 of 5, comparing responses');
    const counted = progress.map((text) => text.split(',')[0]);
    expect(counted).toEqual(counted.toSorted());
    expect(report.exitCode).toBe(2);
  });

  it('reports an experiment or a claim that breaks down as our error', async () => {
    const broken: Rule = {
      ...rule('node-products/three', 'node-products', true),
      claims: [
        {
          on: 'response',
          judge: () => {
            throw new RangeError('a mistake');
          },
        },
      ],
    };
    const fails: Experiment = {
      ...list,
      id: 'node-products/fails',
      run: async () => {
        throw new TypeError('a bug');
      },
    };
    const made = { kinds, rules: [broken], observations: [], experiments: [fails, list] };
    const { report } = await check({ ruleSet: made });
    expect(report.results).toMatchObject([
      { rule: 'node-products/three', verdict: 'error', why: expect.stringMatching(/^a mistake \(/) },
      { rule: 'node-products/fails', verdict: 'error', why: expect.stringMatching(/^a bug \(/) },
    ]);
    expect(report.exitCode).toBe(2);
  });

  it('lets a rule read responses of another operation, if it says so', async () => {
    const reading = (also: Pick<Claim, 'alsoReads'>): { readonly rule: Rule; readonly read: string[] } => {
      const read: string[] = [];
      const open = () => (exchange: ReadExchange) => void read.push(exchange.operation);
      const made = { ...rule('node-products/two', 'node-products', true), title: 'reads' };
      return { rule: { ...made, claims: [{ on: 'responses', open, ...also }] }, read };
    };
    const [one, both] = [reading({}), reading({ alsoReads: 'application-key' })];
    await check({ ruleSet: { ...calm, rules: [...calm.rules, one.rule] } });
    await check({ ruleSet: { ...calm, rules: [...calm.rules, both.rule] } });
    expect([...new Set(one.read)]).toEqual(['node-products']);
    expect([...new Set(both.read)].toSorted()).toEqual(['application-key', 'node-products']);
    expect(both.read.filter((operation) => operation === 'node-products')).toEqual(one.read);
  });

  it('counts what went out and what was left behind, and hides secrets', async () => {
    const { report, methods } = await check();
    // The first two look whether the operations are there.
    expect(methods).toEqual(['GET', 'POST', 'POST', 'GET']);
    const why = 'the contract has no operation that deletes';
    const created = { operation: 'application-key', id: 'e0', path: '/v2/application-keys', why };
    expect([report.requests, report.created]).toEqual([4, [created, created]]);
    expect(JSON.stringify(report)).not.toContain('to-hide');
    expect(report.results[0]?.saw).toBe('that, and [redacted]');
  });

  it('sends nothing that leaves records where writing is not allowed', async () => {
    const { report, methods } = await check({ target: { ...target, writes: false }, ruleSet: calm });
    expect(methods).toEqual(['GET', 'GET']);
    expect(report.results.map(({ verdict, remedy }) => [verdict, remedy])).toEqual([
      ['skipped', 'writes: allow'],
      ['pass', undefined],
    ]);
    expect(report.observations).toEqual([]);
    expect(report.unseen).toMatchObject([
      { id: 'tokens', why: 'POST requests are not allowed for this target', remedy: 'writes: allow' },
    ]);
  });

  it.each<[string, HttpResponse | Lost, string, string | undefined]>([
    ['a limiter', { status: 429, headers: [], body: new Uint8Array(), ms: 1 }, 'the target returned 429, which never decides the verdict', '--rate 1/s'],
    ['a redirect', { status: 302, headers: [['Location', '/b']], body: new Uint8Array(), ms: 1 }, 'the target redirects (302 to /b), and redirects are not followed', undefined],
    ['a time-out', { lost: 'timeout', detail: 'nothing came within 10 s', remedy: { kind: 'option', option: '--timeout', value: '20000' }, ms: 1 }, 'no response: nothing came within 10 s', '--timeout 20000'],
  ])('is inconclusive where %s keeps it from every reply of an operation', async (_, answer, why, remedy) => {
    const { report } = await check({
      ruleSet: calm,
      rate: 40,
      patience: 1,
      transport: async ({ method, target: asked }) =>
        asked.includes('page') ? answer : { status: method === 'POST' ? 201 : 405, headers: [], body: Buffer.from('{}'), ms: 1 },
    });
    expect(report.results[1]).toMatchObject({ verdict: 'inconclusive', why });
    expect(report.results[1]?.remedy).toBe(remedy);
    expect(report.results[1]?.exchanges).toHaveLength(1);
  }); // biome-ignore format: one line a case

  it('lists interference with its retry', async () => {
    let asked = 0;
    const { report } = await check({
      ruleSet: calm,
      transport: async ({ method }) => {
        asked += 1;
        const status = asked === 2 ? 503 : method === 'POST' ? 201 : 405;
        return { status, headers: [['Retry-After', '0']], body: Buffer.from('{}'), ms: 1 };
      },
    });
    expect(report.transientFailures).toMatchObject([{ saw: 'status 503', retries: 1 }]);
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  });

  it('leaves out what is not selected, and what only that would have asked for', async () => {
    const { report, methods } = await check({ only: ['node-products/two'] });
    expect(report.results.map(({ rule }) => rule)).toEqual(['node-products/two']);
    expect(report.observations).toEqual([]);
    expect(methods).toEqual(['GET', 'GET']);
    expect(report.headline).toEqual({ verdict: 'passes', why: '1 of 1 selected rule' });
    expect(report.exitCode).toBe(0);
  });

  it('tells of broken rules of the same operation that were not selected', async () => {
    const three = rule('application-key/three', 'application-key', true);
    const made = { ...calm, rules: [...calm.rules, three] };
    const { report } = await check({ ruleSet: made, only: ['application-key/three'] });
    expect(report.results.map(({ rule }) => rule)).toEqual(['application-key/three']);
    expect(report.alsoSeen).toMatchObject([{ rule: 'application-key/one', verdict: 'fail' }]);
    expect(report.headline.verdict).toBe('passes');
  });
});

describe('a nonce', () => {
  it('is drawn for every run', async () => {
    const [one, other] = await Promise.all([check(), check()]);
    expect(one.report.nonce).toMatch(/^[0-9a-f]{8}$/);
    expect(one.report.nonce).not.toBe(other.report.nonce);
    expect((await check({ nonce: '0a1b2c3d' })).report.nonce).toBe('0a1b2c3d');
  });
});
