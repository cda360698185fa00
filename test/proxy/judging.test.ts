import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeResponse } from '../../conformance/core/mutants.ts';
import { changeListing } from '../../conformance/list/mutants.ts';
import { isLost, type Mutant } from '../../src/http/exchange.ts';
import { withAt } from '../../src/json/json.ts';
import { type Choices, contraryChoices, defaultChoices } from '../../src/stub/choices.ts';
import { bare } from '../hostile/servers/replies.ts';
import { sampled } from '../seed.ts';
import { browse, secrets, shopBehind } from './shop-behind.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Compresses every response. */
const compressed: Mutant = (next) => async (request) => {
  const response = await next(request);
  if (isLost(response)) return response;
  const body = gzipSync(response.body);
  const length = String(body.byteLength);
  const headers = [
    ...bare(response.headers),
    ['content-encoding', 'gzip'],
    ['content-length', length],
  ] as const;
  return { ...response, headers, body };
};

/** A listing whose first product is something else. */
const mistyped = changeListing((json) => withAt(json, ['data', 0, 'type'], 'thing'));

/** A new key whose id is a number. */
const misshapen = changeResponse('application-key', (json) => withAt(json, ['data', 'client_id'], 7));

describe('a faulty server behind a proxy', () => {
  it('is found out while a client looks around in it, whatever its replies are compressed with, and no secret is told', async () => {
    const har = join(folder, 'passed.har');
    await using shop = await shopBehind({ mutants: [compressed, mistyped, misshapen] }, { har });
    const statuses = await browse(shop.send);
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    const found = (await shop.proxy.findings()).map(({ rule }) => rule);
    expect(found).toContain('node-products/product-type');
    expect(found.some((rule) => rule.startsWith('application-key/'))).toBe(true);
    expect(shop.live.map(({ rule }) => rule).sort()).toEqual(found.toSorted());
    const report = await shop.proxy.report();
    expect(report).toMatchObject({
      exitCode: 1,
      headline: { verdict: 'violates' },
      recorded: { judged: 10 },
    });

    await shop.proxy.close();
    const archive = await readFile(har, 'utf8');
    expect(JSON.parse(archive).log.entries).toHaveLength(10);
    const told = JSON.stringify([report, shop.live]) + archive;
    for (const secret of [...Object.values(secrets), ...shop.secretsSeen()])
      expect(told).not.toContain(secret);
  });
});

describe('an honest server behind a proxy', () => {
  const usual: readonly (readonly [string, Partial<Choices>])[] = [
    ['as usual', {}],
    ['as seldom', { ...contraryChoices, tokens: defaultChoices.tokens }],
  ];
  it.each(sampled(usual, 1))('breaks no rule with the choices %s', async (_, choices) => {
    await using shop = await shopBehind({ choices });
    await browse(shop.send);
    const report = await shop.proxy.report();
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report).toMatchObject({ exitCode: 0, headline: { verdict: 'no violation' } });
    expect(report.recorded?.judged).toBeGreaterThan(0);
    expect(shop.live).toEqual([]);
  });
});

describe('what is not judged', () => {
  it('is passed on and counted', async () => {
    await using shop = await shopBehind();
    expect(await (await shop.send('/__assay')).text()).toContain('nothing is served at /__assay');
    const { recorded } = await shop.proxy.report();
    expect(recorded?.notes).toEqual(['1 to other paths']);
  });
});
