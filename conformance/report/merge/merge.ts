import { choices } from '../../../src/contract/choices/choices.ts';
import { UserError } from '../../../src/errors.ts';
import type { Source, Verdict } from '../../core/verdict.ts';
import { profiles } from '../../profiles/profiles.ts';
import type { RuleSet } from '../../runner/rule-set.ts';
import { digestOf } from '../../runner/shard.ts';
import { settled } from '../../runner/waivers.ts';
import { isWarning } from '../../verdict/exit-code.ts';
import { count } from '../compile/compile.ts';
import { wordOver } from '../compile/headline-of-report.ts';
import type { ReadReport } from '../json/read-report.ts';
import type { Finding, Report } from '../report.ts';
import type { ShardReport } from './read-shard-report.ts';

/**
 * Joins the reports of all shards of one run into the report of the whole. Whatever keeps them from being the whole
 * of one run is a {@link UserError}: a shard that is missing never reads as a pass.
 */
export function mergeReports(named: readonly ShardReport[], { rules }: RuleSet): Report {
  const shards = named.toSorted((one, other) => one.report.shard.index - other.report.shard.index);
  const [first] = shards;
  if (!first) throw new UserError('no report is named; name the JSON report of every shard.');
  for (const other of shards.slice(1)) mustAgree(first, other);
  mustBeWhole(shards, first);
  const results = joined(shards, (report) => report.results).map((one) => repeatedAcross(shards, one, first));
  mustBeAllRules(results, first);
  const whole = wholeOf(shards, first, results);
  const { word, code } = wordOver(results, rules, {
    ...whole,
    required: new Set(whole.required),
    profiles: Object.values(profiles),
    selected: results.filter(isOfInterface).length < rules.length && { named: new Set() },
  });
  return { ...whole, headline: word, exitCode: code, counts: count(results), results };
}

/** What the reports of all shards say together, apart from the verdict. */
function wholeOf(
  shards: readonly ShardReport[],
  { report: first }: ShardReport,
  results: readonly Finding[],
): Omit<Report, 'headline' | 'exitCode' | 'counts' | 'results'> {
  const all = <T>(list: (report: ReadReport) => readonly T[]): T[] =>
    shards.flatMap(({ report }) => list(report));
  const eachOnce = <T>(list: (report: ReadReport) => readonly T[]): T[] => [...new Set(all(list))];
  const { assay, contract, target, seed, strict, required, nodes, selection, amended, waivers } = first;
  // What one shard found there is there.
  const unavailable = (first.unavailable ?? []).filter(({ saw }) =>
    shards.every(({ report }) => report.unavailable?.some((one) => one.saw === saw)),
  );
  const order = [...choices.keys()];
  const byChoice = (one: { id: string }, other: { id: string }): number =>
    order.indexOf(one.id) - order.indexOf(other.id);
  return {
    assay,
    contract,
    target,
    ...(shards.some(({ report }) => report.referenceStub) ? { referenceStub: true } : {}),
    seed,
    nonce: eachOnce(({ nonce }) => [nonce]).join(' '),
    strict,
    nodes,
    ...(required ? { required } : {}),
    ...(selection ? { selection } : {}),
    ...(amended ? { amended } : {}),
    ...(waivers ? { waivers: settled(waivers, results) } : {}),
    ...listed({
      sampled: eachOnce((report) => report.sampled ?? []),
      unavailable,
      alsoSeen: joined(shards, (report) => report.alsoSeen ?? []),
      variables: eachOnce((report) => report.variables ?? []),
      unseen: all((report) => report.unseen ?? []).sort(byChoice),
      transientFailures: all((report) => report.transientFailures ?? []),
    }),
    observations: all((report) => report.observations).sort(byChoice),
    created: all((report) => report.created).sort((one, other) => compare(one.operation, other.operation)),
    requests: all(({ requests }) => [requests]).reduce((sum, requests) => sum + requests, 0),
    durationMs: Math.max(...all(({ durationMs }) => [durationMs])),
    clauses: Object.assign({}, ...all(({ clauses }) => [clauses])),
  };
}

/** Those of some lists that are not empty. */
const listed = <T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;

/** From the most to the least pressing: of the verdicts of several shards on one rule the first is. */
const pressing: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass', 'skipped', 'untested'];

/** The verdict on each rule, from the evidence of all shards. */
function joined(shards: readonly ShardReport[], list: (report: ReadReport) => readonly Finding[]): Finding[] {
  const groups = Map.groupBy(
    shards.flatMap(({ report }) => list(report)),
    ({ rule }) => rule,
  );
  return [...groups.values()].flatMap((group) => worstOf(group) ?? []).sort(byRule);
}

function worstOf(group: readonly Finding[]): Finding | undefined {
  const [worst] = group.toSorted(byPressure);
  const intermittent = group.flatMap((one) => one.intermittent ?? []);
  const sampled = [...new Set(group.flatMap((one) => one.sampled ?? []))];
  return (
    worst && {
      ...worst,
      ...(intermittent.length > 0 ? { intermittent } : {}),
      ...(sampled.length > 0 ? { sampled } : {}),
    }
  );
}

/** Of equal verdicts the one that names a line that would help comes first, as it does within a run. */
const byPressure = (one: Finding, other: Finding): number =>
  pressing.indexOf(one.verdict) - pressing.indexOf(other.verdict) ||
  Number(one.remedy === undefined) - Number(other.remedy === undefined) ||
  compare(one.why ?? '', other.why ?? '');

/** A rule by which creations are distinguished fails where two shards saw the same, unless they asked for the same. */
function repeatedAcross(shards: readonly ShardReport[], finding: Finding, { report }: ShardReport): Finding {
  const all = shards.flatMap((shard) => shard.report.identities?.[finding.rule] ?? []);
  const sameValue = [...Map.groupBy(all, ([value]) => value).values()];
  const isRepeated = sameValue.some((same) => new Set(same.map(([, askedFor]) => askedFor)).size > 1);
  if (finding.verdict === 'fail' || !isRepeated) return finding;
  const expected = 'different from that of every record that another shard created';
  const saw = 'the same in two shards';
  const { remedy: _remedy, because: _because, ...same } = finding;
  const broken = { ...same, verdict: 'fail', why: `${expected}; got ${saw}`, expected, saw } as const;
  return { ...broken, warning: isWarning(broken, report) };
}

/** What all shards of one run have in common, in the words of a fault. */
const common: readonly (readonly [string, (report: ShardReport['report']) => unknown])[] = [
  ['version of assay', ({ assay }) => assay],
  ['contract', ({ contract }) => contract.sha256],
  ['target', ({ target }) => target],
  ['seed', ({ seed }) => seed],
  ['list of nodes', ({ nodes }) => nodes],
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
  throw new UserError(`${one.file} and ${other.file} differ in the ${what}; merge the shards of one run.`);
}

function mustBeWhole(shards: readonly ShardReport[], { report }: ShardReport): void {
  const { count } = report.shard;
  const seen = new Map<number, string>();
  for (const { file, report } of shards) {
    const before = seen.get(report.shard.index);
    if (before !== undefined)
      throw new UserError(
        `${before} and ${file} are both shard ${report.shard.index} of ${count}; name each once.`,
      );
    seen.set(report.shard.index, file);
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return;
  const are = missing.length === 1 ? 'is' : 'are';
  throw new UserError(
    `shard ${missing.join(', ')} of ${count} ${are} missing; name the JSON report of each shard.`,
  );
}

/** Every rule of the run has to be there. */
function mustBeAllRules(results: readonly Finding[], { report }: ShardReport): void {
  const rules = results.filter(isOfRule).map(({ rule }) => rule);
  if (digestOf(rules) !== report.shard.rulesSha256)
    throw new UserError('the shards do not contain every rule of the run; run all of them again.');
}

/** Whether a result is that of a rule or a pinned choice, and not of an experiment or an observation that broke down. */
const isOfRule = ({ level }: Finding): boolean => level !== 'unspecified';

/** Whether it is that of a rule of the interface. */
const isOfInterface = (finding: Finding): boolean => isOfRule(finding) && finding.source === 'contract';

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const sources: readonly Source[] = ['contract', 'pin', 'house'];

/** In the order of the rule set, pinned choices and house rules after the others; what is of no rule comes last. */
const byRule = (one: Finding, other: Finding): number =>
  Number(isOfRule(other)) - Number(isOfRule(one)) ||
  sources.indexOf(one.source) - sources.indexOf(other.source) ||
  compare(one.rule, other.rule);
