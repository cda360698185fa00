import { Fault } from '../../src/fault.ts';
import type { Catalogue } from '../engine/catalogue.ts';
import { digestOf } from '../engine/shard.ts';
import { settled } from '../engine/waivers.ts';
import { count } from './compile.ts';
import type { Finding, Report } from './report.ts';
import type { ShardReport } from './shard-report.ts';
import { wordOver } from './word.ts';

/**
 * Joins the reports of all shards of one run into the report of the whole. Whatever keeps them from being the whole
 * of one run is a {@link Fault}: a shard that is missing never reads as a pass.
 */
export function mergeReports(shards: readonly ShardReport[], { rules, observations }: Catalogue): Report {
  const [first] = shards;
  if (!first) throw new Fault('no report is named; name the JSON report of every shard.');
  for (const other of shards.slice(1)) mustAgree(first, other);
  mustBeWhole(shards, first);
  const results = shards.flatMap(({ report }) => report.results).sort(byRule);
  mustBeAllRules(results, first);
  const { shard: _part, waivers, headline: _word, ...same } = first.report;
  const { strict, required = [], amended } = same;
  const noted = waivers && settled(waivers, results);
  const all = <T>(list: (report: Report) => readonly T[]): T[] =>
    shards.flatMap(({ report }) => list(report));
  const sampled = [...new Set(all((report) => report.sampled ?? []))];
  const extras = {
    ...(amended ? { amended } : {}),
    ...(noted ? { waivers: noted } : {}),
    ...(sampled.length > 0 ? { sampled } : {}),
  };
  const { word, code } = wordOver(results, rules, { strict, required: new Set(required), ...extras });
  const order = observations.map(({ clause, asks }) => `${clause} ${asks}`);
  const place = (sighting: { clause: string; asks: string }): number =>
    order.indexOf(`${sighting.clause} ${sighting.asks}`);
  return {
    ...same,
    ...extras,
    nonce: [...new Set(all(({ nonce }) => [nonce]))].join(' '),
    headline: word,
    exitCode: code,
    counts: count(results),
    results,
    observations: all((report) => report.observations).sort((one, other) => place(one) - place(other)),
    created: all((report) => report.created).sort((one, other) => compare(one.operation, other.operation)),
    requests: all(({ requests }) => [requests]).reduce((sum, requests) => sum + requests, 0),
    durationMs: Math.max(...all(({ durationMs }) => [durationMs])),
    clauses: Object.assign({}, ...all(({ clauses }) => [clauses])),
  };
}

/** What all shards of one run have in common, in the words of a fault. */
const common: readonly (readonly [string, (report: ShardReport['report']) => unknown])[] = [
  ['version of assay', ({ assay }) => assay],
  ['contract', ({ contract }) => contract.sha256],
  ['target', ({ target }) => target],
  ['seed', ({ seed }) => seed],
  ['number of shards', ({ shard }) => shard.count],
  ['selection of rules', ({ shard, strict, required }) => [shard.rulesSha256, strict, required]],
  ['list of waivers', ({ waivers = [] }) => waivers.map(({ rule, reason, until }) => [rule, reason, until])],
];

function mustAgree(one: ShardReport, other: ShardReport): void {
  const differing = common.find(
    ([, read]) => JSON.stringify(read(one.report)) !== JSON.stringify(read(other.report)),
  );
  if (!differing) return;
  const [what] = differing;
  throw new Fault(`${one.file} and ${other.file} differ in the ${what}; merge the shards of one run.`);
}

function mustBeWhole(shards: readonly ShardReport[], { report }: ShardReport): void {
  const { count } = report.shard;
  const seen = new Map<number, string>();
  for (const { file, report } of shards) {
    const before = seen.get(report.shard.index);
    if (before !== undefined)
      throw new Fault(
        `${before} and ${file} are both shard ${report.shard.index} of ${count}; name each once.`,
      );
    seen.set(report.shard.index, file);
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return;
  const are = missing.length === 1 ? 'is' : 'are';
  throw new Fault(
    `shard ${missing.join(', ')} of ${count} ${are} missing; name the JSON report of each shard.`,
  );
}

/** Every rule of the run has to be there, and none twice. */
function mustBeAllRules(results: readonly Finding[], { report }: ShardReport): void {
  const rules = results.filter(({ level }) => level !== 'unspecified').map(({ rule }) => rule);
  if (digestOf(rules) !== report.shard.rulesSha256)
    throw new Fault('the shards do not hold every rule of the run exactly once; run all of them again.');
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** In the order of the catalogue; observations that broke down come last. */
const byRule = (one: Finding, other: Finding): number =>
  Number(one.level === 'unspecified') - Number(other.level === 'unspecified') ||
  compare(one.rule, other.rule);
