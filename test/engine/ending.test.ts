import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../conformance/core/context.ts';
import { attempts } from '../../conformance/core/judge-attempts.ts';
import { attempt } from '../../conformance/create/attempts.ts';
import { kinds } from '../../conformance/kinds.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import type { RuleSet } from '../../conformance/rule-files/rule-set.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';
import { calm, check, create, rule } from './small-catalogue.ts';

/** A server that never answers a request for a page. */
const withoutPages: Transport = async ({ method, target: asked }) =>
  asked.includes('page') ? new Promise(() => {}) : responseOf(method === 'POST' ? 201 : 405, [], '{}');

describe('a check that ends early', () => {
  it('tells what it left out after the first broken rule', async () => {
    const { report, methods } = await check({ bail: true, concurrency: 1 });
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail', 'skipped']);
    expect(report.headline.why).toBe(
      '1 rule broken: application-key/one; 1 of 2 operations judged; --bail: 1 rule not run',
    );
    expect(report.exitCode).toBe(1);
    expect(methods).toEqual(['GET', 'POST']);
  });

  it('leaves out what was under way when a rule broke, and does not call it inconclusive', async () => {
    const { report } = await check({
      bail: true,
      ruleSet: calm,
      transport: withoutPages,
    });
    expect(report.results.map(({ verdict }) => verdict)).toEqual(['fail', 'skipped']);
  });

  it('goes on after a broken rule that is waived', async () => {
    const waivers = [{ rule: 'application-key/one', reason: 'known', until: '9999-12-31' }];
    const { report } = await check({ bail: true, concurrency: 1, waivers, ruleSet: calm });
    expect(report.results.map(({ verdict, waived }) => [verdict, waived?.reason])).toEqual([
      ['fail', 'known'],
      ['pass', undefined],
    ]);
    expect(report.counts).toMatchObject({ fail: 0, waived: 1 });
    expect(report.waivers?.[0]?.state).toBe('active');
  });

  it('ends within its budget on a target that never answers, and tells what was not reached', async () => {
    const started = performance.now();
    const transport: Transport = ({ method }) =>
      method === 'POST'
        ? new Promise(() => {})
        : Promise.resolve({ status: 405, headers: [], body: Buffer.from(''), ms: 1 });
    const { report } = await check({ transport, budget: 100, concurrency: 1, ruleSet: calm });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(report.results.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual([
      'inconclusive: the budget of 1 s is spent',
      'inconclusive: the budget of 1 s is spent',
    ]);
    expect(report.results[0]?.remedy).toBe('--budget 2');
    expect(report.headline.why).toContain(
      'the budget of 1 s is spent, with no room for 3 of 3 cases: 0 rules passed so far',
    );
    expect(report.exitCode).toBe(3);
  });

  it('says that the budget is spent, too, where a rule is broken', async () => {
    const { report } = await check({
      budget: 300,
      transport: withoutPages,
    });
    expect(report.headline.verdict).toBe('violates');
    expect(report.headline.why).toContain('the budget of 1 s is spent');
  });

  it('tells what it found until it was interrupted', async () => {
    const controller = new AbortController();
    const { report } = await check({
      concurrency: 1,
      signal: controller.signal,
      only: ['node-products/two'],
      onProgress: ({ done }) => done > 0 && controller.abort(),
    });
    expect(report.headline).toMatchObject({
      verdict: 'undetermined',
      why: 'the run was interrupted, with no room for 1 of 2 cases: 1 rule passed so far',
    });
    const cases = { cases: 1, requests: 0 };
    expect(report.experiments).toEqual([
      { ...cases, id: 'node-products/list', shows: 'one page', requests: 1 },
      { ...cases, id: 'node-products/observations', shows: 'which options the server takes', left: 1 },
    ]);
    expect(terminal(report, { colours: coloursIf(false), verbose: true })).toMatch(
      /Cases for which the run had no room.*node-products\/observations +1 of 1 +which options the server takes/s,
    );
    expect(report.exitCode).toBe(3);
  });
});

describe('a check that may write little', () => {
  const rejected: Experiment = {
    ...create,
    run: (context) =>
      attempt(context, 'application-key', [
        {
          clause: 'application-key/rejected',
          what: 'a key without a name',
          expects: 'rejection',
          control: () => ({ data: { type: 'application_key', name: 'a' } }),
          edit: () => ({ data: {} }),
        },
      ]),
  };
  const made: RuleSet = {
    kinds,
    rules: [
      {
        ...rule('application-key/rejected', 'application-key', true),
        claims: [attempts],
      },
    ],
    observations: [],
    experiments: [rejected],
  };

  it('leaves no more records behind than it may, and what was not sent untested', async () => {
    const { report, methods } = await check({ maxWrites: 0, ruleSet: made });
    expect(methods).toEqual(['GET']);
    expect(report.results).toMatchObject([{ verdict: 'untested', remedy: '--max-writes 300' }]);
    expect(report.exitCode).toBe(3);
  });

  it('keeps a place for the control that closes a batch', async () => {
    const transport: Transport = async ({ method, body }) => {
      const isWhole = Buffer.from(body ?? [])
        .toString()
        .includes('name');
      const status = method === 'POST' ? (isWhole ? 201 : 422) : 405;
      return { status, headers: [], body: Buffer.from('{}'), ms: 1 };
    };
    const verdictWith = async (maxWrites: number) => {
      const { report, methods } = await check({ maxWrites, ruleSet: made, transport });
      return [methods.filter((method) => method === 'POST').length, report.results[0]?.verdict];
    };
    expect(await verdictWith(4)).toEqual([4, 'pass']);
    expect(await verdictWith(3)).toEqual([2, 'untested']);
  });
});
