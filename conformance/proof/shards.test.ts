import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/wire/exchange.ts';
import { runCheck } from '../engine/check.ts';
import { measure } from '../engine/cost.ts';
import { deal, idsOf } from '../engine/shard.ts';
import { createWire } from '../engine/wire.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report } from '../report/report.ts';
import type { ShardReport } from '../report/shard-report.ts';
import { contract, faulty, honest, observations, rules, setting, target } from './ground.ts';

const catalogue = { rules, observations };
const costs = await measure(setting, createWire(honest()), catalogue);
const waivers = [
  { rule: 'node-products/page-limit', reason: 'known', until: '9999-12-31' },
  { rule: 'application-key/request-body*', reason: 'stale, since they pass', until: '9999-12-31' },
];

const check = (transport: Transport, options: Partial<Parameters<typeof runCheck>[0]> = {}) =>
  runCheck({ contract, catalogue, target, transport, nonce: '0a1b2c3d', ...options });

/** The reports of all shards of a run. */
const shardsOf = (transport: () => Transport, count: number, options = {}): Promise<ShardReport[]> =>
  Promise.all(
    deal(idsOf(catalogue), costs, count).map(async (ids, index) => {
      const report = await check(transport(), { shard: { index: index + 1, count, ids }, ...options });
      return { file: `${index + 1}.json`, report: report as ShardReport['report'] };
    }),
  );

/** What a report says, but for how it came about. */
const said = ({ headline, exitCode, counts, results, observations, waivers, required }: Report) => ({
  headline,
  exitCode,
  counts,
  results: results.map(({ rule, verdict, why, waived, warning }) => ({
    rule,
    verdict,
    why,
    waived,
    warning,
  })),
  observations,
  waivers,
  required,
});

const mutant = rules.find(({ id }) => id === 'node-products/page-limit')?.mutants[0];
const broken = (): Transport => (mutant ? faulty(mutant) : honest());

describe('the union of the shards is the whole run', () => {
  test.each([
    ['an honest server', honest, 3, {}],
    ['a server with a fault', broken, 4, { selection: { require: ['node-products/page-limit'] } }],
    ['a server with a waived fault', broken, 2, { waivers }],
    ['a selection', honest, 5, { selection: { only: ['subscription'], skip: ['subscription/currency'] } }],
    ['a part that is empty', honest, 2, { selection: { only: ['application-key/created'] } }],
  ])('%s', async (_, server, count, options) => {
    const whole = await check(server(), options);
    const shards = await shardsOf(server, count, options);
    expect(said(mergeReports(shards.toReversed(), catalogue))).toEqual(said(whole));
    for (const { report } of shards) expect(report.headline.verdict).not.toBe('conforms');
  });

  test('each rule falls to one shard, the same each time, and the shards cost alike', () => {
    const hands = deal(idsOf(catalogue), costs, 3);
    expect(hands).toEqual(deal(idsOf(catalogue).toReversed(), costs, 3));
    expect(hands.flatMap((ids) => [...ids]).sort()).toEqual(idsOf(catalogue).sort());
    const sizes = hands.map((ids) => new Set([...ids].flatMap((id) => [...(costs.get(id) ?? [])])).size);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.25);
  });
});

describe('what is not the whole of one run is no verdict', async () => {
  const shards = await shardsOf(honest, 3);
  const [one, two, three] = shards as [ShardReport, ShardReport, ShardReport];
  const other = (change: Partial<ShardReport['report']>): ShardReport => ({
    file: 'other.json',
    report: { ...three.report, ...change },
  });
  const [lost, ...rest] = three.report.results;
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
    ['a rule that is lost', [one, two, other({ results: rest })], 'the shards do not hold every rule'],
    ['a rule that is there twice', [one, two, other({ results: [...rest, ...(lost ? [lost, lost] : [])] })], 'the shards do not hold every rule'],
    ['nothing', [], 'no report is named'],
  ])('%s', (_, reports, sentence) => {
    expect(() => mergeReports(reports, catalogue)).toThrow(sentence);
  }); // biome-ignore format: one line a case
});
