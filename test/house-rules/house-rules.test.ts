import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCheck, type Terms } from '../../conformance/check.ts';
import type { HouseRule } from '../../conformance/house/house-rule.ts';
import { type ContractAndRules, ruleInSet, withHouseRules } from '../../conformance/house/load.ts';
import { rules as testsOf } from '../../conformance/register.ts';
import { json } from '../../conformance/report/json.ts';
import { junit } from '../../conformance/report/junit.ts';
import { html } from '../../conformance/report/page-of-check.ts';
import type { Report } from '../../conformance/report/report.ts';
import { markdown } from '../../conformance/report/report-document.ts';
import { eachPage, eachResponse } from '../../conformance/rules.ts';
import { withAt } from '../../src/json/json.ts';
import { catalog } from '../sample-catalog.ts';
import { target as complete, conforming, contract, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const rules = fileURLToPath(new URL('../../examples/house-rules/rules/*.ts', import.meta.url));
const held = await withHouseRules({ contract, ruleSet }, { rules });

/** One collection is checked sooner than all. */
const target = { ...complete, collections: complete.collections.slice(1, 2) };

const check = async (
  terms: Terms = {},
  { contract, ruleSet }: ContractAndRules = held,
  server = conforming(),
): Promise<Report> => (await createCheck({ contract, ruleSet, target }, terms)).run(server);

/** A check of the operation of one house rule, and what happened to the rule. */
async function checkOf(rule: HouseRule) {
  const clause = { id: 'house/one', at: ['handbook'], level: 'must', text: 'It is so.', house: true } as const;
  const { rule: placed, experiments } = ruleInSet('/team/one.ts', rule, clause.id);
  const own: ContractAndRules = {
    contract: { ...contract, clauses: new Map([...contract.clauses, [clause.id, clause]]) },
    ruleSet: { ...ruleSet, rules: [...ruleSet.rules, placed], experiments: [...ruleSet.experiments, ...experiments] },
  };
  const report = await check({ only: ['house'] }, own);
  return { report, finding: report.results.find((one) => one.rule === 'house/one') };
} // biome-ignore format: one line a step

const title = 'it is so';
/** How a headline ends where the stub was checked. */
const theStub = '; the stub was checked';
const keys = { operation: 'application-key', title, claims: [] } as const;

describe('what is said of the interface', () => {
  it('stays as it is, whatever house rules say', async () => {
    const keys = ['application-key'];
    const without = await check({ only: keys }, { contract, ruleSet });
    const own = await check({ only: [...keys, 'house/name-trimmed'] });
    const all = { operation: 'node-products', title, claims: [eachPage(({ page }, judge) => judge.claim(false, () => ({ expected: 'no page', saw: 'a page', shown: [page.exchange] })))] } as const;
    const { report: part } = await checkOf(all);
    expect(own.results.filter(({ source }) => source === 'house')).toHaveLength(1);
    const said = ({ results, counts, headline }: Report) => ({
      verdict: headline.verdict,
      counts,
      results: results.filter(({ source }) => source === 'contract').map(({ rule, verdict, why }) => [rule, verdict, why]),
    });
    expect(said(own)).toEqual(said(without));
    expect([without.exitCode, own.exitCode]).toEqual([0, 1]);
    expect(own.headline.why).toBe(
      without.headline.why.replace(theStub, `; house rules: 1 broken (house/name-trimmed)${theStub}; exit code 1`),
    );
    expect([part.exitCode, part.alsoSeen ?? []]).toEqual([1, []]);
  }); // biome-ignore format: one line a rule
});

describe('house rules', () => {
  it('can be selected, required, skipped and waived as others are', async () => {
    const waivers = [{ rule: 'house/name-*', reason: 'known', until: '9999-12-31' }];
    const some = await Promise.all([
      check({ only: ['house/sku-form'] }),
      check({ only: ['house/name-trimmed'] }),
      check({ only: ['house/name-trimmed'], waivers }),
      check({ only: ['application-key'], skip: ['house'] }),
      check({ only: ['house/name-trimmed', 'application-key/id-uuid'], require: ['house/name-trimmed'] }),
    ]);
    expect(
      some.map(
        ({ headline: { verdict, why }, exitCode }) => `${exitCode} ${verdict}: ${why.replace(theStub, '')}`,
      ),
    ).toEqual([
      '0 passes: only house rules were selected; house rules: 1 passed',
      '1 undetermined: only house rules were selected; house rules: 1 broken (house/name-trimmed)',
      '0 passes: only house rules were selected; house rules: 1 waived',
      expect.stringMatching(/^0 passes: (\d+) of \1 selected rules$/),
      '1 passes: 1 of 1 selected rule; house rules: 1 broken (house/name-trimmed); exit code 1',
    ]);
  });

  it('stand apart in every report', async () => {
    const report = await check({ only: ['house', 'application-key/id-uuid'] });
    expect(JSON.parse(json(report))).toMatchObject({ counts: { pass: 1, fail: 0 }, results: [{}, { rule: 'house/name-trimmed', source: 'house' }, { rule: 'house/sku-form', source: 'house' }] });
    expect(junit(report)).toMatch(/<testsuite name="application-key" tests="1" failures="0"[\s\S]*<testsuite name="house rules" tests="2" failures="1"/);
    expect(markdown(report)).toMatch(/\n\| application-key \| 1 \| 0 \|\n\| house rules \| 1 \| 1 \|\n/);
    const page = html(report);
    expect(page).toContain('Broken house rules <small>1</small>');
    expect(page).not.toContain('Broken clauses');
    expect(page).toContain('<h3 id="section-house-title">house rules</h3>');
  }); // biome-ignore format: one line a report

  it('are tests of a test runner', async () => {
    const { collections = [], ...others } = targetOfCatalog(catalog, 'http://localhost');
    const file = { ...others, collections: collections.slice(1, 2), rules };
    const tests = await testsOf(file, { transport: conforming(), only: ['house'] });
    expect(tests.map(({ id }) => id)).toEqual(['house/name-trimmed', 'house/sku-form', 'the verdict']);
    const ends = await Promise.allSettled(tests.map(({ fn }) => fn()));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

describe('a house rule', () => {
  it('that throws while it judges is told in one sentence', async () => {
    const claims = [eachResponse(() => { throw new Error('no\nsuch thing'); })];
    const { report, finding } = await checkOf({ ...keys, claims });
    expect(report.exitCode).toBe(2);
    expect(finding).toMatchObject({ verdict: 'error', why: '/team/one.ts: throws while it judges (no); correct it.' });
  }); // biome-ignore format: one line a step

  it('that throws while it gathers is told in one sentence', async () => {
    const { report, finding } = await checkOf({ ...keys, gather: async () => { throw new TypeError('no'); } });
    expect(report.exitCode).toBe(2);
    expect(finding).toMatchObject({ verdict: 'error', why: '/team/one.ts: throws while it gathers (no); correct it.' });
  }); // biome-ignore format: one line a step

  it('tries requests between controls', async () => {
    const tried = (expects: 'rejection' | 'acceptance') =>
      checkOf({ ...keys, gather: ({ attempt }) => attempt({ what: 'a key called X', expects, edit: (body) => withAt(body, ['data', 'name'], 'X') }) });
    expect((await tried('acceptance')).finding?.verdict).toBe('pass');
    expect((await tried('rejection')).finding).toMatchObject({ verdict: 'fail', expected: 'a key called X is rejected (4xx)', saw: 'accepted' });
  }); // biome-ignore format: one line a step

  it('sends no more than it may', async () => {
    const [collection] = target.collections;
    if (!collection) throw new Error('the shop lists nothing');
    let sent = 0;
    const listing = await checkOf({ operation: 'node-products', title, claims: [], gather: async (house) => { for (;;) { await house.list(collection, { offset: sent }); sent += 1; } } });
    expect(sent).toBe(200);
    expect(listing.finding?.why).toBe('/team/one.ts: throws while it gathers (it sends more than 200 requests); correct it.');
    const writing = await checkOf({ operation: 'node-products', title, claims: [], gather: async (house) => void (await house.create()) });
    expect(writing.finding?.why).toMatch(/a rule of node-products creates nothing; it can only list/);
  }); // biome-ignore format: one line a step
});
