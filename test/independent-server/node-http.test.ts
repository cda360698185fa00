import { afterEach, describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { defaultSeed } from '../../conformance/engine/run.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Report } from '../../conformance/report/report.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { FaultName } from './node-http/faults.ts';
import type { MannerName } from './node-http/manners.ts';
import { fileOfOperator } from './node-http/operator.ts';
import { SecondServer } from './node-http/server.ts';

const contract = await loadContract();
const ruleSet = await loadRuleSet(contract);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Checks the second server over a socket. */
async function check(
  options: { readonly manner?: MannerName; readonly fault?: FaultName } = {},
  { seed = defaultSeed, only = [] }: { readonly seed?: number; readonly only?: readonly string[] } = {},
): Promise<Report> {
  const server = new SecondServer(options);
  const baseUrl = await server.start();
  closing.push(() => server.stop());
  const target = resolveTarget(contract, fileOfOperator, baseUrl);
  const { run } = await createCheck({ contract, ruleSet, target }, { seed, only });
  return run();
}

/** The rules that ended like that, with the reason. */
const ended = ({ results }: Report, ...verdicts: string[]): string[] =>
  results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ rule, verdict, why }) => `${rule}: ${verdict}, ${why}`);

/** Readings that follow from the document and that this server does not share: its operator is told, and no more. */
const unshared = [
  'node-products/included-live-only',
  'node-products/product-relationship-data-present',
  'subscription/request-external-ref-two-bytes',
];

/** Claims that nothing is compared with a server. */
function mustBeClear(report: Report): void {
  expect(ended(report, 'error', 'inconclusive')).toEqual([]);
  const broken = report.results.filter(({ verdict }) => verdict === 'fail');
  expect(broken.map(({ rule }) => rule).toSorted()).toEqual(unshared);
  expect(broken.map(({ level }) => level)).not.toContain('must');
  expect(report.headline.verdict).toBe('conforms');
}

describe('an honest server that shares no code with the stub conforms', () => {
  test.each([defaultSeed, 1])('seed %i', async (seed) => {
    mustBeClear(await check({}, { seed }));
  });

  test.each(['picky-filter', 'no-repeats', 'literal-ids', 'relative-links'] as const)(
    '%s',
    async (manner) => {
      mustBeClear(await check({ manner }));
    },
  );
});

/** Each mistake, and a rule that has to find it. */
const findings = {
  'ignores-filter': 'node-products/filter-eq-name-only',
  'finds-beginnings': 'node-products/filter-eq-name-only',
  'finds-drafts': 'node-products/hidden-never-shown',
  'finds-elsewhere': 'node-products/own-products-only',
  'reverses-curation': 'node-products/curated-order',
  'forgets-mark': 'node-products/curated-flag',
  'skips-record': 'node-products/page-limit-exact',
  'one-too-many': 'node-products/page-limit',
  'wrong-total': 'node-products/total-count',
  'shows-draft': 'node-products/live-only',
  'forgets-components': 'node-products/included-some',
  'one-too-few': 'node-products/page-limit-exact',
  'shows-prev': 'node-products/links-prev-null',
  'shows-next': 'node-products/links-next-null',
  'lets-anyone-in': 'application-key/authorization',
  'creates-with-ok': 'application-key/created',
  'gives-one-id': 'application-key/id-distinct',
  'takes-anything': 'subscription/request-currency-required',
  'takes-long-references': 'subscription/request-external-ref-length',
  'mixes-up-ids': 'subscription/account-id-echo',
  'misses-twin': 'node-products/filter-eq-name-all',
  'finds-on-first-page': 'node-products/filter-in-id-all',
  'ends-at-hundred': 'node-products/holds',
} satisfies Record<FaultName, string>;

/** Claims that a mistake breaks that rule: a rule alone says what it says in a check of everything. */
async function mustBeFound([fault, rule]: [string, string]): Promise<void> {
  const report = await check({ fault: fault as FaultName }, { only: [rule] });
  expect(report.headline.verdict).toBe('violates');
  const broken = report.results.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
  expect(broken.map((result) => result.rule)).toContain(rule);
  expect(ended(report, 'error')).toEqual([]);
}

describe('a mistake of its own is found', () => {
  test.each(Object.entries(findings))('%s', (...finding) => mustBeFound(finding));
});
