import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import type { Experiment } from '../../conformance/core/context.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { creationCall } from '../../conformance/interface/calls.ts';
import { distinct } from '../../conformance/interface/claims.ts';
import { mergeReports } from '../../conformance/report/merge/merge.ts';
import type { ShardReport } from '../../conformance/report/merge/read-shard-report.ts';
import { type Job, jobsOf } from '../../conformance/runner/gather.ts';
import { jobsOfShard } from '../../conformance/runner/shard.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
import { list, rule, target } from '../runner/small-catalogue.ts';

const contract = await loadContract();

const nodes = ['a', 'b', 'c'].map((node) => ({ hierarchy: 'h', node }));
const named = (name: string, when?: 'first' | 'last'): Experiment => ({
  id: `node-products/${name}`,
  operation: 'node-products',
  ...(when ? { when } : {}),
  runFor: async () => {},
});
const words = (jobs: readonly Job[]): string[] =>
  jobs.map(({ experiment, node }) => `${experiment.id} ${node?.node ?? ''}`);

describe('the jobs of a run', () => {
  const jobs = jobsOf(
    [named('walk', 'first'), named('one'), named('two'), list, named('end', 'last')],
    nodes,
  );
  const hands = (count: number, all = jobs): string[][] =>
    Array.from({ length: count }, (_, place) => words(jobsOfShard(all, { index: place + 1, count })));

  test.each([1, 2, 3, 7])('fall to one of %i shards each, and alike on each machine', (count) => {
    const between = (list: readonly string[]) => list.filter((job) => !/walk|end/.test(job));
    expect(hands(count).flatMap(between).toSorted()).toEqual(between(words(jobs)).toSorted());
    expect(hands(count)).toEqual(hands(count));
    const sizes = hands(count).map((hand) => between(hand).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test('bring what comes first and last on a node to every shard that asks anything of it', () => {
    for (const hand of hands(3)) {
      const asked = new Set(hand.map((job) => job.split(' ')[1]).filter((node) => node !== ''));
      for (const node of asked) {
        expect(hand).toContain(`node-products/walk ${node}`);
        expect(hand).toContain(`node-products/end ${node}`);
      }
    }
  });
});

describe('creations of several shards', () => {
  const creates = (id: string, name: string): Experiment => ({
    id: `application-key/${id}`,
    operation: 'application-key',
    run: async (context) => {
      const body = { data: { type: 'application_key', name } };
      await context.send(creationCall(context, 'application-key', body));
    },
  });
  /** How every id begins. */
  const start = '0b6f2f0e-8a2c-4d4e-9a53-0d2a5f6f0c1';
  const idDistinct: Rule = {
    ...rule('application-key/id-distinct', 'application-key', true),
    claims: [
      distinct({
        what: 'an id',
        shownAt: ['data', 'id'],
        apart: (sent) => String(at(sent, 'data', 'name')),
      }),
    ],
  };

  /** What all shards of a run say together of a server that numbers its creations so; each shard creates two. */
  async function merged(numbers: readonly number[], last = 'd') {
    const experiments = ['a', 'b', 'c', last].map((name, place) => creates(`create-${place}`, name));
    const ruleSet = { rules: [idDistinct], observations: [], experiments };
    let created = 0;
    let looks = 0;
    const transport: Transport = async ({ method, body }) => {
      const name = body ? at(JSON.parse(Buffer.from(body).toString()), 'data', 'name') : undefined;
      // Before the experiments, each shard looks whether keys can be created at all.
      const isLook = typeof name === 'string' && name.length > 1;
      const number = isLook ? 5 + looks++ : numbers[method === 'POST' ? created++ : 0];
      const data = { data: { id: `${start}${number}` } };
      return {
        status: method === 'POST' ? 201 : 405,
        headers: [],
        body: Buffer.from(JSON.stringify(data)),
        ms: 1,
      };
    };
    const shards: ShardReport[] = [];
    for (const index of [1, 2]) {
      const { run } = await createCheck({ contract, target, ruleSet }, { shard: { index, count: 2 } });
      const report = (await run(transport)) as ShardReport['report'];
      expect(report.results[0]?.verdict).toBe('pass');
      expect(JSON.stringify(report.identities)).not.toContain(start);
      shards.push({ file: `${index}.json`, report });
    }
    return mergeReports(shards, ruleSet).results[0];
  }

  test('are told apart by keyed hashes, though each shard alone sees nothing wrong', async () => {
    expect(await merged([1, 2, 3, 4])).toMatchObject({ verdict: 'pass' });
    expect(await merged([1, 2, 3, 1])).toMatchObject({
      verdict: 'fail',
      warning: false,
      expected: 'different from that of every record that another shard created',
      saw: 'the same in two shards',
    });
  });

  test('may be the same where they were asked for the same', async () => {
    // The first shard creates a and c, the second b and a again.
    expect(await merged([1, 2, 3, 1], 'a')).toMatchObject({ verdict: 'pass' });
  });
});
