import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../conformance/engine/run.ts';
import { catalog, contract, ruleSet, target } from '../../conformance/proof/fixtures.ts';
import { operationIds } from '../../src/contract/contract.ts';
import { type Call, isLost, type Mutant, type Reply, type Transport } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { sampled } from './sample.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** The same seeded stub twice: in process, and behind a socket. */
async function pair(mutants: readonly Mutant[]): Promise<{ near: Transport; far: Transport }> {
  const options = { contract, catalog, seed: 'shell', mutants };
  const served = await createStub(options).listen();
  const { transport, close } = network(served.baseUrl, { connections: 1, timeout: 10_000 });
  closing.push(close, served.close);
  const { host } = new URL(served.baseUrl);
  const near = createStub(options).transport;
  return { near: (call) => near({ ...call, headers: [['host', host], ...call.headers] }), far: transport };
}

const told = ({ status, headers, body }: Reply) => ({
  status,
  type: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
  body: Buffer.from(body).toString('utf8'),
});

/** Runs some rules over a transport that compares the two at every call, one call at a time. */
async function compared(mutants: readonly Mutant[], operation: string): Promise<number> {
  const { near, far } = await pair(mutants);
  let turn: Promise<unknown> = Promise.resolve();
  let calls = 0;
  const both = async (call: Call): Promise<Reply> => {
    const [one, other] = [await near(call), await far(call)];
    if (isLost(one) || isLost(other)) throw new Error(`lost: ${call.method} ${call.target}`);
    expect(told(other)).toEqual(told(one));
    calls += 1;
    return one;
  };
  const transport: Transport = (call) => {
    const next = turn.then(() => both(call));
    turn = next.catch(() => undefined);
    return next;
  };
  const selected = new Set(ruleSet.rules.filter((rule) => rule.operation === operation).map(({ id }) => id));
  const { results } = await run({
    contract,
    ruleSet,
    target,
    transport,
    selected,
    concurrency: 1,
    nonce: 'a55a4000',
  });
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return calls;
}

describe('shell: equal replies in process and over a socket', () => {
  test.each(sampled('shell', operationIds, 1))('%s, honest', async (operation) => {
    expect(await compared([], operation)).toBeGreaterThan(3);
  });

  const faulty = [
    'application-key/created',
    'subscription/accepted',
    'node-products/curated-order',
    'node-products/reply-json',
  ];
  test.each(sampled('shell mutants', faulty, 1))('the first mutant of %s', async (id) => {
    const rule = ruleSet.rules.find((one) => one.id === id);
    const [mutant] = (rule?.mutants ?? []).flatMap((one) => ('wire' in one ? [one.wire] : []));
    expect(await compared(mutant ? [mutant] : [], rule?.operation ?? '')).toBeGreaterThan(0);
  });
});
