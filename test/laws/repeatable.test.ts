import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { json } from '../../conformance/report/json.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { catalog } from '../sample-catalog.ts';
import { sampled } from '../seed.ts';
import { conforming, faulty, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** A server whose responses come in whatever order. */
const unsteady =
  (next: Transport): Transport =>
  async (request) => {
    await setTimeout(Math.random() * 4);
    return next(request);
  };

/** A JSON report without what may differ between two runs: times, ids of what was created, secrets. */
async function reported(server: Transport): Promise<string> {
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), {
    transport: unsteady(server),
    nonce: '0a1b2c3d',
  });
  return json(report)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/\b[0-9a-f]{32,}\b/g, '(secret)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '(time)')
    .replaceAll(/"(ms|durationMs)": [\d.]+/g, '"$1": 0')
    .replaceAll(/\["?content-length"?,\s*"\d+"\s*\]/g, '(length)');
}

/** A server with the first fault of a rule. */
function broken(id: string): Transport {
  const [mutant] = ruleSet.rules.find((rule) => rule.id === id)?.mutants ?? [];
  if (!mutant) throw new Error(`${id} has no mutant`);
  return faulty(mutant);
}

/** What a run sends, in whatever order: a nonce for each request apart. */
async function sent(
  server: Transport,
  target = targetOfCatalog(catalog, 'http://localhost'),
): Promise<string[]> {
  const requests: string[] = [];
  const next = unsteady(server);
  await runCheck(target, {
    nonce: '0a1b2c3d',
    transport: (request) => {
      const body = Buffer.from(request.body ?? [])
        .toString('utf8')
        .replaceAll(/0a1b2c3d[0-9a-f]{8}/g, 'nonce');
      requests.push(`${request.method} ${request.target} ${body}`);
      return next(request);
    },
  });
  return requests.sort();
}

describe('the same seed, nonce, contract and target', () => {
  const servers: readonly (readonly [string, () => Transport])[] = [
    ['an honest server', () => conforming()],
    ['a server that breaks creations', () => broken('application-key/created')],
    ['a server that breaks listings', () => broken('node-products/page-limit')],
  ];
  test.each(sampled(servers, 1))('produce the same report of %s', async (_, server) => {
    const [one, other] = [await reported(server()), await reported(server())];
    expect(one).toContain('"verdict"');
    expect(other).toBe(one);
  });

  test('produce the same requests, in whatever order the target file names collections', async () => {
    const target = targetOfCatalog(catalog, 'http://localhost');
    const { collections = [] } = target;
    expect(collections.length).toBeGreaterThan(4);
    const others = [...collections.slice(3).toReversed(), ...collections.slice(0, 3)];
    expect(await sent(conforming(), { ...target, collections: others })).toEqual(await sent(conforming()));
  });
});
