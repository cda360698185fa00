import { describe, expect, test } from 'vitest';
import { createCheck, type Terms } from '../../conformance/check.ts';
import { conforming, contract, faulty, ruleSet, target } from '../../conformance/proof/fixtures.ts';
import { mergeReports } from '../../conformance/report/merge/merge.ts';
import type { ShardReport } from '../../conformance/report/merge/read-shard-report.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { lazy } from '../../src/lazy.ts';

const waivers = [
  { rule: 'application-key/name-echo', reason: 'known', until: '9999-12-31' },
  { rule: 'application-key/request-name*', reason: 'stale, since they pass', until: '9999-12-31' },
];

const check = async (transport: Transport, terms: Terms = {}): Promise<Report> =>
  (await createCheck({ contract, target }, terms)).run(transport);

/** The reports of all shards of a run, which read one server. */
const shardsOf = (transport: Transport, count: number, terms: Terms = {}): Promise<ShardReport[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const report = await check(transport, { ...terms, shard: { index: place + 1, count } });
      return { file: `${place + 1}.json`, report: report as ShardReport['report'] };
    }),
  );

/** What a report says, except how it came about, and by which of several responses it shows a fault. */
const said = ({ headline, exitCode, counts, results, observations, waivers, required, clauses }: Report) => ({
  headline,
  exitCode,
  counts,
  results: results.map(({ rule, verdict, waived, warning }) => ({ rule, verdict, waived, warning })),
  observations,
  waivers,
  required,
  clauses,
});

const mutant = ruleSet.rules.find(({ id }) => id === 'application-key/name-echo')?.mutants[0];
const broken = (): Transport => (mutant ? faulty(mutant) : conforming());

/** The shards of a server that conforms, checked once. */
const conformingShards = lazy(() => shardsOf(conforming(), 3));

describe('the union of the shards is the whole run', () => {
  test.each<[string, () => Transport, number, Terms]>([
    ['an honest server', conforming, 3, {}],
    [
      'a server with a fault',
      broken,
      4,
      { only: ['application-key'], require: ['application-key/name-echo'] },
    ],
    ['a server with a waived fault', broken, 2, { only: ['application-key'], waivers }],
    ['a selection', conforming, 5, { only: ['subscription'], skip: ['subscription/currency-*'] }],
    ['a part that is empty', conforming, 2, { only: ['application-key/id-uuid'] }],
  ])('%s', async (_, server, count, terms) => {
    const whole = await check(server(), terms);
    const shards = await shardsOf(server(), count, terms);
    expect(said(mergeReports(shards.toReversed(), ruleSet))).toEqual(said(whole));
    for (const { report } of shards) expect(report.headline.verdict).not.toMatch(/^(conforms|passes)$/);
  });

  test('no shard sends as much as the whole run', async () => {
    const { requests } = await check(conforming());
    for (const { report } of await conformingShards()) expect(report.requests).toBeLessThan(0.8 * requests);
  });
});

describe('what is not the whole of one run is no verdict', async () => {
  const shards = await conformingShards();
  const [one, two, three] = shards as [ShardReport, ShardReport, ShardReport];
  const other = (change: Partial<ShardReport['report']>): ShardReport => ({
    file: 'other.json',
    report: { ...three.report, ...change },
  });
  const [lost] = three.report.results;
  const without = ({ file, report }: ShardReport): ShardReport => ({
    file,
    report: { ...report, results: report.results.filter(({ rule }) => rule !== lost?.rule) },
  });
  const { shard } = three.report;

  test.each<[string, ShardReport[], string]>([
    ['a missing shard', [one, three], 'shard 2 of 3 is missing; name the JSON report of each shard.'],
    ['a doubled shard', [one, two, two], '2.json and 2.json are both shard 2 of 3; name each once.'],
    ['another seed', [one, two, other({ seed: 1 })], '1.json and other.json differ in the seed; merge the shards of one run.'],
    ['another target', [one, two, other({ target: 'http://a.example' })], 'differ in the target'],
    ['another contract', [one, two, other({ contract: { version: '1', sha256: 'x' } })], 'differ in the contract'],
    ['another number of shards', [one, two, other({ shard: { ...shard, count: 4 } })], 'differ in the number of shards'],
    ['another selection', [one, two, other({ shard: { ...shard, rulesSha256: 'x' } })], 'differ in the selection of rules'],
    ['another list of waivers', [one, two, other({ waivers: [{ rule: 'a', reason: 'b', until: 'c', rules: [], state: 'active' }] })], 'differ in the list of waivers'],
    ['a rule that is lost', [one, two, three].map(without), 'the shards do not contain every rule'],
    ['nothing', [], 'no report is named'],
  ])('%s', (_, reports, sentence) => {
    expect(() => mergeReports(reports, ruleSet)).toThrow(sentence);
  }); // biome-ignore format: one line a case
});
