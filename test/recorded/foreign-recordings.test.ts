import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { har } from '../../conformance/report/har.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { RuleSet } from '../../conformance/rule-files/rule-set.ts';
import { resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { contractOf, type StyleName, serverOf, styles } from '../list/listing-server.ts';
import { sampled } from '../seed.ts';
import { inspectWritten } from './written-archive.ts';

/** The credential and the collections of each example, as its target file has them. */
const files: Readonly<Record<string, TargetFile>> = {
  library: { token: 'library-key', collections: [{ list: 'listBooks', at: { shelfId: '1' } }] },
  orders: { token: 'orders-token' },
  events: { token: 'events:secret', collections: [{ at: { stream: 'orders' } }] },
};

const passedIn = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : []));

const brokenIn = ({ results }: Report, operation: string): string[] =>
  results.flatMap(({ rule, verdict }) =>
    rule.startsWith(`${operation}/`) && verdict === 'fail' ? [rule] : [],
  );

/** The report of a check of an example, with its record, and that of an inspection of this record. */
async function checkedAndInspected(
  name: string,
  faultIn: (ruleSet: RuleSet) => Mutant | undefined = () => undefined,
): Promise<readonly [report: Report, again: Report]> {
  const folder = join(import.meta.dirname, '../../examples', name);
  const contract = await loadContract({ openapi: join(folder, 'openapi.yaml') });
  const ruleSet = await loadRuleSet(contract);
  const fault = faultIn(ruleSet);
  const { server }: { server: () => Server } = await import(join(folder, 'server.ts'));
  const served = server().listen(0, '127.0.0.1');
  await once(served, 'listening');
  const address = served.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { transport, close } = network(baseUrl, { connections: 4, timeout: 10_000 });
  try {
    const file = { ...files[name], baseUrl };
    const check = await createCheck(
      { contract, ruleSet, target: resolveTarget(contract, file, baseUrl) },
      { record: true, patience: 0 },
    );
    const report = await check.run(fault ? fault(transport, contract) : transport);
    return [report, await inspectWritten([har(report)], { contract, target: file })];
  } finally {
    await close();
    served.closeAllConnections();
    served.close();
  }
}

/** A fault of each style of listing: pages by offset, by number, by token. */
it.each(
  sampled(
    [
      ['library', 'listBooks', 'total-filter', 'under a filter the total is one too many'],
      ['orders', 'orders.list', 'total-shown', 'no page has a total'],
      ['events', 'list-events', 'has-more', 'every page says that more follow'],
    ],
    1,
  ),
)('finds in the record of a check what the check found: %s, %s/%s', async (name, operation, rule, fault) => {
  const [report, again] = await checkedAndInspected(name, ({ rules }) => {
    const mutants = rules.find(({ id }) => id === `${operation}/${rule}`)?.mutants ?? [];
    expect(mutants.map((one) => one.name)).toContain(fault);
    const mutant = mutants.find((one) => one.name === fault);
    if (!mutant || !('wire' in mutant)) throw new Error(`${fault} is no fault on the wire`);
    return mutant.wire;
  });
  const found = brokenIn(report, operation);
  expect(found).toContain(`${operation}/${rule}`);
  expect(brokenIn(again, operation)).toEqual(found);
});

it.each(sampled(Object.keys(files), 1))(
  'judges what a check read around changes as the check did: %s',
  async (name) => {
    const [report, again] = await checkedAndInspected(name);
    const parts = (report.exchanges ?? []).flatMap(({ attempts = [] }) => attempts);
    expect(parts.map(({ as }) => as)).toEqual(expect.arrayContaining(['readBefore', 'readAfter']));
    // A body is in its own entry, where its secrets are redacted, and never in the attempt it is a part of.
    for (const part of parts) expect(JSON.stringify(part)).not.toContain('"response"');
    const read = new Set(
      parts.flatMap(({ about }) => (about?.readAfter === undefined ? [] : [about.clause])),
    );
    expect(passedIn(report).filter((rule) => read.has(rule)).length).toBeGreaterThan(5);
    // A record shows no values of the field `secret`.
    const shown = passedIn(report).filter((rule) => !rule.includes('/request-secret-'));
    expect(passedIn(again)).toEqual(shown);
    expect(again.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
  },
);

it.each(sampled(Object.keys(styles) as StyleName[], 1))(
  'judges what a check read of a listing as the check did: %s',
  async (name) => {
    const contract = await contractOf(name);
    const file = { baseUrl: 'http://server', collections: [{ list: 'listThings', at: {} }] };
    const check = await createCheck(
      { contract, target: resolveTarget(contract, file, file.baseUrl) },
      { record: true, patience: 0 },
    );
    const report = await check.run(serverOf(name));
    expect(passedIn(report).length).toBeGreaterThan(20);
    expect(passedIn(await inspectWritten([har(report)], { contract, target: file }))).toEqual(
      passedIn(report),
    );
  },
);
