import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { loadContract } from '../contract/load.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import type { Mutant } from '../wire/exchange.ts';
import { targetOfCatalog } from './target-of-catalog.ts';
import { assay, start } from './testing.ts';

const contract = await loadContract();
const catalog = await loadCatalog();
const { rules } = await loadCatalogue(contract);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-gate-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The stub on a port of its own, with its target file. */
async function serve(name: string, mutants: readonly Mutant[] = []) {
  const stub = await createStub({ contract, catalog, mutants }).listen();
  const file = targetOfCatalog(catalog, stub.baseUrl);
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, stringify(file));
  return { file, path, baseUrl: stub.baseUrl, [Symbol.asyncDispose]: stub[Symbol.asyncDispose] };
}

/** A server of our own on a free port. */
async function answering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: end };
}

const mutantOf = (id: string): Mutant[] =>
  (rules.find((rule) => rule.id === id)?.mutants ?? [])
    .flatMap((breach) => ('wire' in breach ? [breach.wire] : []))
    .slice(0, 1);

describe('assay as a gate', { timeout: 60_000 }, () => {
  it('plans without sending anything', async () => {
    let requests = 0;
    await using server = await answering((_, response) => {
      requests += 1;
      response.end();
    });
    const { code, out } = await assay(['check', server.url, '--plan']);
    expect(requests).toBe(0);
    expect(code).toBe(0);
    expect(out).toMatch(/POST {2}\/v2\/application-keys +\d+ requests, \d+ of them writes\n/);
    expect(out).toContain('never more than 200 (--max-writes)');
  });

  it('writes nothing elsewhere without consent, and says so', async () => {
    await using stub = await serve('consent');
    const methods = new Set<string | undefined>();
    await using proxy = await answering((call, response) => {
      methods.add(call.method);
      const { pathname, search } = new URL(call.url ?? '');
      const { port } = new URL(stub.baseUrl);
      const onward = request(
        { port, method: call.method, path: pathname + search, headers: call.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      call.pipe(onward);
    });
    const { writes: _, ...file } = stub.file;
    await writeFile(stub.path, stringify({ ...file, baseUrl: 'http://shop.invalid' }));
    const environment = { HTTP_PROXY: proxy.url };
    const { code, out } = await assay(['check', '--target', stub.path], { environment });
    expect([...methods].filter((method) => method === 'POST')).toEqual([]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/\nconforms — .*; read-only: \d+ rules skipped\n$/),
    ]);
    const allowed = ['check', '--target', stub.path, '--allow-writes', '--only', 'application-key/created'];
    await assay(allowed, { environment });
    expect(methods).toContain('POST');
  });

  it('tells what it found until Ctrl-C, and ends with 3', async () => {
    let requests = 0;
    const asked = Promise.withResolvers<void>();
    await using server = await answering((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(404).end();
      else asked.resolve();
    });
    const child = start(['check', server.url]);
    const out = child.stdout.setEncoding('utf8').toArray();
    await asked.promise;
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([3, null]);
    expect((await out).join('')).toMatch(
      /\nundetermined — the run was interrupted: 0 clauses held so far\n$/,
    );
  });

  it('ends within its budget', async () => {
    let requests = 0;
    await using server = await answering((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(404).end();
    });
    const file = join(folder, 'budget.json');
    const { code, out } = await assay(['check', server.url, '--budget', '4', '--report', `json=${file}`]);
    expect([code, out]).toEqual([3, expect.stringMatching(/add to the command line: --budget 8\n$/)]);
    expect(out).toContain('the budget of 4 s is spent');
    expect(JSON.parse(await readFile(file, 'utf8')).durationMs).toBeLessThan(4500);
  });

  it('adopts an implementation with known faults, until they are mended', async () => {
    await using faulty = await serve('faulty', mutantOf('node-products/page-limit'));
    const waivers = join(folder, 'faulty.yaml');
    const check = ['check', '--target', waivers, '--only', 'node-products'];
    const first = await assay([...check, '--write-waivers', waivers]);
    expect([first.code, first.out]).toEqual([1, expect.stringMatching(/\n\d+ waivers? written to .*; give each a reason\n$/)]);
    const blank = await assay(check);
    expect([blank.code, blank.error]).toEqual([2, expect.stringMatching(/\/waivers\/0\/reason is blank; say why the rule may fail\.\n$/)]);
    const text = (await readFile(waivers, 'utf8')).replaceAll('reason: ""', 'reason: known');
    await writeFile(waivers, text);
    const { file } = await readTarget(waivers);
    const days = (Date.parse(file.waivers?.[0]?.until ?? '') - Date.now()) / 86_400_000;
    expect(Math.ceil(days)).toBe(90);
    const adopted = await assay(check);
    expect([adopted.code, adopted.out]).toEqual([0, expect.stringMatching(/\nconforms — .*; waived: \d+ broken rules?\n$/)]);

    await using mended = await serve('mended');
    await writeFile(waivers, text.replace(faulty.baseUrl, mended.baseUrl));
    const stale = await assay(check);
    expect([stale.code, stale.out]).toEqual([1, expect.stringContaining('the waiver of node-products/page-limit is stale, since its rules pass: remove it')]);
  }); // biome-ignore format: one line an expectation

  it('writes a first target file that it can read, and no secret into it', async () => {
    await using stub = await serve('first');
    const [one] = stub.file.nodes ?? [];
    const output = join(folder, 'init.yaml');
    const words = ['init', stub.baseUrl, '--node', `${one?.hierarchy}/${one?.node}`, '--output', output];
    const environment = { ASSAY_TOKEN: 'canary-token' };
    expect((await assay(words, { environment })).code).toBe(0);
    const text = await readFile(output, 'utf8');
    expect(text).not.toContain('canary');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+target\.schema\.json\n/);
    const { file } = await readTarget(output, environment);
    expect(file).toMatchObject({
      baseUrl: stub.baseUrl,
      token: 'canary-token',
      nodes: [{ node: one?.node }],
    });
    const vouched = text.replaceAll(/^( +)# (live:|curated:| {2}- )/gm, '$1$2');
    await writeFile(output, vouched);
    const [node] = (await readTarget(output, environment)).file.nodes ?? [];
    expect(node?.live?.toSorted()).toEqual(one?.live?.toSorted());
    expect(node?.curated).toEqual(one?.curated);
    const again = await assay(words, { environment });
    expect([again.code, again.error]).toEqual([
      2,
      `${output} is there already; name another file with --output.\n`,
    ]);
  });

  it('joins shards over files', async () => {
    await using stub = await serve('shards');
    const files = [1, 2].map((index) => join(folder, `shard-${index}.json`));
    const part = (file: string, index: number): string[] => ['check', '--target', stub.path, '--only', 'node-products', '--shard', `${index + 1}/2`, '--report', `json=${file}`];
    const parts = await Promise.all(files.map((file, index) => assay(part(file, index))));
    expect(parts.map(({ code }) => code)).toEqual([3, 3]);
    const whole = await assay(['merge', ...files]);
    expect([whole.code, whole.out]).toEqual([0, expect.stringMatching(/\nconforms — \d+ clauses held\n$/)]);
    const half = await assay(['merge', files[0] ?? '']);
    expect([half.code, half.error]).toEqual([2, 'shard 2 of 2 is missing; name the JSON report of each shard.\n']);
    const none = await assay(['merge', stub.path]);
    expect([none.code, none.error]).toEqual([2, `${stub.path} is not a JSON report of assay; write one with --report json=FILE.\n`]);
  }); // biome-ignore format: one line an expectation
});
