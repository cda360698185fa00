import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { writtenIdOf } from '../../conformance/target/collections.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { serveLocally } from '../serve-locally.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { runAssay } from './assay-in-process.ts';

const contract = await loadContract();
const catalog = await loadCatalog();
const { rules } = await loadRuleSet(contract);

const folder = process.cwd();

/** Serves a stub on a free port, with its target file. */
async function serve(name: string, mutants: readonly Mutant[] = []) {
  const stub = await createStub({ contract, parts: stubPartsOf(catalog), mutants }).listen();
  const { collections = [], ...others } = targetOfCatalog(catalog, stub.baseUrl);
  // Two collections are checked sooner than all.
  const file = { ...others, collections: collections.slice(0, 2) };
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, stringify(file));
  return { file, path, baseUrl: stub.baseUrl, [Symbol.asyncDispose]: stub[Symbol.asyncDispose] };
}

const mutantOf = (id: string): Mutant[] =>
  (rules.find((rule) => rule.id === id)?.mutants ?? [])
    .flatMap((mutant) => ('wire' in mutant ? [mutant.wire] : []))
    .slice(0, 1);

describe('assay check', () => {
  it('plans without sending anything', async () => {
    let requests = 0;
    await using server = await serveLocally((_, response) => {
      requests += 1;
      response.end();
    });
    const { code, out } = await runAssay(['check', server.baseUrl, '--plan']);
    expect(requests).toBe(0);
    expect(code).toBe(0);
    expect(out).toMatch(/POST {2}\/v2\/application-keys +\d+ requests, \d+ of them writes\n/);
    expect(out).toContain('never more than 300 (--max-writes)');
  });

  it('plans the same without the token that the target file takes from the environment', async () => {
    await using stub = await serve('planned');
    const file = { ...stub.file, token: `$${'{SHOP_TOKEN}'}`, headers: { 'X-Store': `$${'{SHOP_STORE}'}` } };
    await writeFile(stub.path, stringify(file));
    const plan = ['check', '--target', stub.path, '--plan'];
    const set = await runAssay(plan, { environment: { SHOP_TOKEN: 'canary', SHOP_STORE: 'eu' } });
    expect([set.code, set.error]).toEqual([0, '']);
    expect(await runAssay(plan)).toEqual(set);
    expect((await runAssay(plan.slice(0, 3))).code).toBe(2);
  });

  it('plans the same if the target file names its collections in another order', async () => {
    await using stub = await serve('reversed');
    const plan = ['check', '--target', stub.path, '--plan'];
    await writeFile(stub.path, stringify(stub.file));
    const planned = await runAssay(plan);
    await writeFile(stub.path, stringify({ ...stub.file, collections: stub.file.collections?.toReversed() }));
    expect(await runAssay(plan)).toEqual(planned);
  });

  it('accepts an implementation with waived faults, until they are fixed', async () => {
    await using faulty = await serve('faulty', mutantOf('application-key/name-echo'));
    const waivers = join(folder, 'faulty.yaml');
    const check = ['check', '--target', waivers, '--only', 'application-key'];
    const first = await runAssay(check);
    expect(first.code).toBe(1);
    const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    const broken = [...first.out.matchAll(/^✗ (\S+)/gm)].map(([, rule]) => rule);
    const waiving = (reason: string) => stringify({ ...faulty.file, waivers: broken.map((rule) => ({ rule, reason, until })) });
    await writeFile(waivers, waiving(''));
    const blank = await runAssay(check);
    expect([blank.code, blank.error]).toEqual([2, expect.stringMatching(/\/waivers\/0\/reason is blank; say why the rule may fail\.\n$/)]);
    const text = waiving('known');
    await writeFile(waivers, text);
    const adopted = await runAssay(check);
    expect([adopted.code, adopted.out]).toEqual([0, expect.stringMatching(/\npasses — \d+ of \d+ selected rules; waived: \d+ broken rules?; the stub was checked\n$/)]);

    await using fixed = await serve('fixed');
    await writeFile(waivers, text.replace(faulty.baseUrl, fixed.baseUrl));
    const stale = await runAssay(check);
    expect([stale.code, stale.out]).toEqual([1, expect.stringContaining('remove the stale waiver of application-key/name-echo (exit code 1), since its rules pass')]);
  }); // biome-ignore format: one line an expectation

  it('can read the target file that init writes, which has no secret in it', async () => {
    await using stub = await serve('first');
    const [one] = stub.file.collections ?? [];
    const output = join(folder, 'init.yaml');
    const words = [
      'init',
      stub.baseUrl,
      '--at',
      `${one?.at?.hierarchyID}/${one?.at?.nodeID}`,
      '--output',
      output,
    ];
    const environment = { ASSAY_TOKEN: 'canary-token' };
    expect((await runAssay(words, { environment })).code).toBe(0);
    const text = await readFile(output, 'utf8');
    expect(text).not.toContain('canary');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+target\.schema\.json\n/);
    const { file } = await readTarget(output, { environment });
    expect(file).toMatchObject({
      baseUrl: stub.baseUrl,
      token: 'canary-token',
      collections: [{ at: one?.at }],
    });
    const [read] = file.collections ?? [];
    expect(read?.holds?.toSorted()).toEqual(one?.holds?.toSorted());
    expect(read?.order).toEqual(one?.order);
    const again = await runAssay(words, { environment });
    expect([again.code, again.error]).toEqual([
      2,
      `${output} already exists; add what is new with --merge, or name another file with --output.\n`,
    ]);
  });

  it('names the line of the target file that a failure contradicts', async () => {
    await using stub = await serve('contradicted');
    const [first, ...others] = stub.file.collections ?? [];
    const [wrong, ...holds] = first?.holds ?? [];
    if (!first || wrong === undefined) throw new Error('the sample catalog has changed');
    const { order: _order, ...collection } = first;
    await writeFile(stub.path, stringify({ ...stub.file, collections: [...others, { ...collection, holds, hidden: [wrong] }] }));
    const lines = (await readFile(stub.path, 'utf8')).split('\n');
    const json = join(folder, 'contradicted.json');
    const words = ['check', '--target', stub.path, '--only', 'node-products/{hidden-never-shown,total-count}'];
    const { code, out } = await runAssay([...words, '--report', `json=${json}`]);
    expect(code).toBe(1);
    const id = writtenIdOf(wrong);
    const hidden = lines.findLastIndex((line) => line.includes(id)) + 1;
    expect(out).toContain(`declared  ${stub.path}:${hidden}\n`);
    const at = JSON.parse(await readFile(json, 'utf8')).results.map((one: { declaredAt?: string }) => one.declaredAt);
    expect(at).toContain(`${stub.path}:${hidden}`);
    expect(at).not.toContain(undefined);
  }); // biome-ignore format: one line a file

  it('names the line of the target file with a collection that is not served', async () => {
    await using stub = await serve('unknown');
    const [first] = stub.file.collections ?? [];
    const unknown = (last: number) => ({ at: { ...first?.at, nodeID: `00000000-0000-4000-8000-00000000000${last}` } });
    const text = stringify({ ...stub.file, collections: [first, unknown(0), { ...unknown(1), holds: [] }] });
    await writeFile(stub.path, text);
    const lines = text.split('\n');
    const { out } = await runAssay(['check', '--target', stub.path, '--only', 'node-products/served']);
    const [one, other] = [0, 1].map((last) => lines.findIndex((line) => line.includes(`00000000000${last}`)) - 1);
    const read = out.replaceAll(/\n {4}(?=\S)/g, ' ');
    expect(read).toContain(`not served here; is this collection right? (${stub.path}:${one})`);
    expect(read).toContain(`not served here; is this collection right? (${stub.path}:${other})`);
    expect(out).toContain(`declared  ${stub.path}:${other}\n`);
  }); // biome-ignore format: one line a file
});
