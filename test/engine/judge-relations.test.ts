import { describe, expect, it } from 'vitest';
import type { Terms } from '../../conformance/check.ts';
import { eachListing, eachPage } from '../../conformance/core/claims.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { kinds } from '../../conformance/kinds.ts';
import { listingRequest } from '../../conformance/list/query.ts';
import type { RuleSet } from '../../conformance/rule-files/rule-set.ts';
import { type Header, type HttpRequest, header, type Transport } from '../../src/http/exchange.ts';
import { check, target } from './small-catalogue.ts';

const collection = {
  operation: 'node-products',
  values: ['0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c11', '1c7a3b1f-9b3d-4e5f-8b64-1e3b6a7a1d22'],
};

/** The total is the same on both pages of a collection. */
const oneTotal: Rule = {
  id: 'node-products/one-total',
  operation: 'node-products',
  title: 'one total',
  shows: 'pagination',
  mutants: [],
  claims: [
    eachListing('counts', ({ pages }, judge) => {
      const small = pages.filter(({ query }) => query.limit === 1);
      const first = small.find(({ query }) => query.offset === 0);
      for (const page of small.filter(({ query }) => query.offset === 1))
        judge.claim(page.total === first?.total, () => ({
          expected: `a total of ${first?.total}`,
          saw: `a total of ${page.total}`,
          pages: first ? [page, first] : [page],
          fingerprint: 'total',
        }));
    }),
  ],
};

/** No page holds a product called Bad; a page that does is no evidence for relations. */
const noneBad: Rule = {
  ...oneTotal,
  id: 'node-products/none-bad',
  title: 'none bad',
  claims: [
    eachPage(({ page, records }, judge) =>
      judge.claim(!JSON.stringify(records).includes('Bad'), () => ({
        expected: 'none',
        saw: 'one',
        shown: [page.exchange],
      })),
    ),
  ],
};

const ruleSet: RuleSet = {
  kinds,
  rules: [noneBad, oneTotal],
  observations: [],
  experiments: [
    {
      id: 'node-products/two-pages',
      operation: 'node-products',
      shows: 'two pages',
      runFor: async (context, one) => {
        for (const offset of [0, 1]) await context.send(listingRequest(context, one, { limit: 1, offset }));
      },
    },
  ],
};

/** What a server says of a page: its offset, and how often that page was asked for before. */
type Said = { readonly total?: number; readonly name?: string; readonly headers?: readonly Header[] };

async function checkOf(
  say: (offset: number, before: number, request: HttpRequest) => Said,
  { rules, experiments }: Pick<RuleSet, 'rules' | 'experiments'> = ruleSet,
  terms: Terms = {},
) {
  const asked = new Map<number, number>();
  const transport: Transport = async (request) => {
    const offset = Number(/offset%5D=(\d+)/i.exec(request.target)?.[1] ?? 0);
    const isPreflight = /limit%5D=100/i.test(request.target);
    const before = asked.get(offset) ?? 0;
    if (!isPreflight) asked.set(offset, before + 1);
    const { total = 2, name = 'Good', headers = [] } = isPreflight ? {} : say(offset, before, request);
    const body = { data: [{ id: `p${offset}`, attributes: { name } }], meta: { results: { total } } };
    return { status: 200, headers, body: Buffer.from(JSON.stringify(body)), ms: 1 };
  };
  const { report } = await check({
    target: { ...target, collections: [collection] },
    ruleSet: { ...ruleSet, rules, experiments },
    transport,
    ...terms,
  });
  return { report, total: report.results.find(({ rule }) => rule === oneTotal.id) };
}

describe('a relation between replies', () => {
  it('passes where it holds', async () => {
    expect((await checkOf(() => ({}))).total).toMatchObject({ verdict: 'pass' });
  });

  it('fails where it fails again and again on a listing that stands still', async () => {
    const { total } = await checkOf((offset) => ({ total: offset === 1 ? 3 : 2 }));
    expect(total).toMatchObject({ verdict: 'fail', expected: 'a total of 2', saw: 'a total of 3' });
    expect(total?.exchanges).toHaveLength(2);
    expect(total).not.toHaveProperty('intermittent');
  });

  it('is intermittent where it failed and then held, with both exchanges', async () => {
    const { total, report } = await checkOf((offset, before) => ({
      total: offset === 1 && before === 0 ? 3 : 2,
    }));
    expect(total?.verdict).toBe('pass');
    expect(total?.intermittent).toMatchObject([{ expected: 'a total of 2', saw: 'a total of 3' }]);
    expect(
      total?.intermittent?.[0]?.exchanges.map(({ response }) => 'body' in response && response.body),
    ).toEqual([expect.stringContaining('"total":3'), expect.stringContaining('"total":2')]);
    expect(report.headline.why).toContain('1 intermittent');
    expect(report.exitCode).not.toBe(1);
  });

  it('leaves rechecks to others where the same pages come again and do not show it by themselves', async () => {
    const claims = [
      eachListing('counts', ({ pages }, judge) => {
        const small = pages.filter(({ query }) => query.limit === 1);
        for (const page of small.filter(({ query }) => query.offset === 1))
          judge.claim(small.length < 2, () => ({ expected: 'one page', saw: 'two', pages: [page] }));
      }),
    ];
    let rechecks = 0;
    const { total } = await checkOf(
      (_offset, _before, { headers }) => {
        if (header(headers, 'cache-control') === 'no-cache') rechecks += 1;
        return {};
      },
      { ...ruleSet, rules: [{ ...oneTotal, claims }] },
    );
    expect(total?.verdict).toBe('inconclusive');
    // Once when it was found, and once more at the end.
    expect(rechecks).toBe(20);
  });

  const different = 'but the same request got different responses when it was rechecked';
  it.each<[string, (offset: number, before: number) => Said, string]>([
    ['a listing that keeps changing', (offset, before) => ({ total: offset === 1 ? 3 + before : 2 }), different],
    ['two replicas that take turns', (offset, before) => ({ total: offset === 1 && before % 2 === 0 ? 3 : 2 }), different],
    ['one of three workers', (offset, before) => ({ total: offset === 1 && before % 3 === 0 ? 3 : 2 }), different],
    ['one of three workers that happens to get the exact requests', (offset, before) => ({ total: offset === 1 && (before % 3 === 0 || before === 11 || before === 13) ? 3 : 2 }), different],
    [
      'a cache that says so',
      (offset, before) => ({ total: offset === 1 ? 3 : 2, headers: before > 0 ? [['Age', '7']] : [] }),
      'but a cache sent the response to a recheck (Age: 7): empty it, or check without it',
    ],
  ])('is inconclusive on %s, and names no other cause', async (_, say, told) => {
    const { total, report } = await checkOf(say);
    expect(total?.verdict).toBe('inconclusive');
    expect(total?.why?.replace(/^a total of \d+; got a total of \d+; /, '')).toBe(told);
    expect(report.exitCode).toBe(3);
  }); // biome-ignore format: one glance

  it('fails where a gateway drops what is spelled as it was first, and says so', async () => {
    const { total } = await checkOf((offset, _, { target: asked }) => ({
      total: offset === 1 && asked.includes('page%5Boffset%5D=1') ? 3 : 2,
    }));
    expect(total).toMatchObject({
      verdict: 'fail',
      expected: 'a total of 2',
      saw: 'a total of 3; the same request with other percent-encoding (such as %5b for %5B) gets another response',
    });
  });

  it('fails where only requests that want no cache are answered otherwise, and says so', async () => {
    const { total } = await checkOf((offset, _, { headers }) => ({
      total: offset === 1 && header(headers, 'cache-control') === undefined ? 3 : 2,
    }));
    expect(total).toMatchObject({
      verdict: 'fail',
      expected: 'a total of 2',
      saw: 'a total of 3; a request with Cache-Control: no-cache gets another response',
    });
  });

  it.each<[string, readonly Header[]]>([
    ['says nothing of it', []],
    ['obeys no-cache', [['X-Cache', 'MISS']]],
  ])('is inconclusive where a stale cache answers exactly this request, which %s', async (_, headers) => {
    const isObeyed = headers.length > 0;
    const { total, report } = await checkOf((offset, _before, request) => {
      const isKept = request.target.includes('page%5Boffset%5D=1&page%5Blimit%5D=1');
      const isFresh = isObeyed && header(request.headers, 'cache-control') !== undefined;
      return { total: offset === 1 && isKept && !isFresh ? 3 : 2, headers };
    });
    expect(total).toMatchObject({
      verdict: 'inconclusive',
      why: 'a total of 2; got a total of 3; only exactly this request gets this response again: with its parameters in another order it gets another response',
    });
    expect(report.headline.verdict).toBe('undetermined');
  });

  it('is inconclusive where a stale cache answers requests of the run in any order', async () => {
    const turned: RuleSet['experiments'][number] = {
      id: 'node-products/two-pages-turned',
      operation: 'node-products',
      shows: 'two pages',
      runFor: async (context, one) => {
        for (const offset of [0, 1]) {
          const request = listingRequest(context, one, { limit: 1, offset });
          const [path, query = ''] = request.target.split('?');
          await context.send({ ...request, target: `${path}?${query.split('&').reverse().join('&')}` });
        }
      },
    };
    const { total } = await checkOf(
      (offset, _, { target: asked }) => ({
        total: offset === 1 && /\?(page%5B(offset|limit)%5D=1&?){2}(?<!&)$/.test(asked) ? 3 : 2,
      }),
      { ...ruleSet, experiments: [...ruleSet.experiments, turned] },
    );
    expect(total?.verdict).toBe('inconclusive');
  });

  it('takes what a cache says it answered for no recheck', async () => {
    const { total } = await checkOf((offset) => ({
      total: offset === 1 ? 3 : 2,
      headers: [['X-Cache', 'HIT from somewhere']],
    }));
    expect(total?.verdict).toBe('inconclusive');
  });

  it('is not judged on a page that another rule blames, and says so', async () => {
    const { total, report } = await checkOf((offset) => (offset === 1 ? { total: 3, name: 'Bad' } : {}));
    expect(report.results[0]).toMatchObject({ rule: noneBad.id, verdict: 'fail' });
    expect(total).toMatchObject({
      verdict: 'untested',
      because: noneBad.id,
      why: 'cannot be tested until node-products/none-bad is fixed',
    });
    expect(report.headline.why).toMatch(/^1 rule broken: node-products\/none-bad/);
  });

  const waivers = [{ rule: noneBad.id, reason: 'known', until: '2999-01-01' }];

  it.each<[string, Terms, string[]]>([
    ['waived', { waivers }, ['fail', 'pass']],
    ['skipped', { skip: [noneBad.id] }, ['pass']],
  ])('passes on a page that only a rule blames that is %s', async (_, terms, verdicts) => {
    const { report } = await checkOf((offset) => (offset === 1 ? { name: 'Bad' } : {}), ruleSet, terms);
    expect(report.results.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(report).not.toHaveProperty('alsoSeen');
    expect(report.headline.verdict).not.toBe('violates');
  });

  it.each<[string, Terms]>([
    ['waived', { waivers }],
    ['skipped', { skip: [noneBad.id] }],
  ])('does not fail on a page that a rule blames that is %s', async (_, terms) => {
    const say = (offset: number) => (offset === 1 ? { total: 3, name: 'Bad' } : {});
    const { total, report } = await checkOf(say, ruleSet, terms);
    expect(total).toMatchObject({ verdict: 'untested', because: noneBad.id });
    expect(report.headline.verdict).not.toBe('violates');
  });

  it('fails all the same on other pages', async () => {
    const say = (offset: number) => (offset === 1 ? { total: 3 } : {});
    expect((await checkOf(say, ruleSet, { waivers })).total).toMatchObject({ verdict: 'fail' });
  });
});
