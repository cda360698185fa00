import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../conformance/engine/run.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { idsOf } from '../../src/contract/operations.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Mutant,
  type Transport,
} from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { sampled } from '../seed.ts';
import { contract, ruleSet, target } from '../shipped.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** The same seeded stub twice: in process, and behind a socket. */
async function pair(mutants: readonly Mutant[]): Promise<{ near: Transport; far: Transport }> {
  const options = { contract, parts: stubPartsOf(catalog), seed: 'shell', mutants };
  const served = await createStub(options).listen();
  const { transport, close } = network(served.baseUrl, { connections: 1, timeout: 10_000 });
  closing.push(close, served.close);
  const { host } = new URL(served.baseUrl);
  const near = createStub(options).transport;
  return {
    near: (request) => near({ ...request, headers: [['host', host], ...request.headers] }),
    far: transport,
  };
}

const told = ({ status, headers, body }: HttpResponse) => ({
  status,
  type: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
  body: Buffer.from(body).toString('utf8'),
});

/** Runs some rules over a transport that compares the two at every request, one request at a time. */
async function compared(mutants: readonly Mutant[], operation: string): Promise<number> {
  const { near, far } = await pair(mutants);
  let turn: Promise<unknown> = Promise.resolve();
  let requests = 0;
  const both = async (request: HttpRequest): Promise<HttpResponse> => {
    const [one, other] = [await near(request), await far(request)];
    if (isLost(one) || isLost(other)) throw new Error(`lost: ${request.method} ${request.target}`);
    expect(told(other)).toEqual(told(one));
    requests += 1;
    return one;
  };
  const transport: Transport = (request) => {
    const next = turn.then(() => both(request));
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
  return requests;
}

describe('shell: equal replies in process and over a socket', () => {
  test.each(sampled(idsOf(contract), 1))('%s, honest', async (operation) => {
    expect(await compared([], operation)).toBeGreaterThan(3);
  });

  const faulty = [
    'application-key/created',
    'subscription/accepted',
    'node-products/curated-order',
    'node-products/response-json',
  ];
  test.each(sampled(faulty, 1))('the first mutant of %s', async (id) => {
    const rule = ruleSet.rules.find((one) => one.id === id);
    const [mutant] = (rule?.mutants ?? []).flatMap((one) => ('wire' in one ? [one.wire] : []));
    expect(await compared(mutant ? [mutant] : [], rule?.operation ?? '')).toBeGreaterThan(0);
  });
});
