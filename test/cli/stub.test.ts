import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../conformance/cli/output/stub.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import { contract } from '../stub/shop-stub.ts';
import { createIo, runAssay, startStub } from './assay-in-process.ts';

const run = promisify(execFile);
const library = fileURLToPath(new URL('../stub/any-contract/library.yaml', import.meta.url));
const folder = process.cwd();

/** The status that a curl command gets. */
const statusOf = async (line: string): Promise<string> =>
  (await run('bash', ['-c', `${line} --silent --output /dev/null --write-out '%{http_code}'`])).stdout;

const write = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

describe('assay stub', () => {
  it.each(['default', 'contrary'])('prints commands that work: %s', async (choices) => {
    await using stub = await startStub(['--prefix', '/api', '--choices', choices]);
    const lines = [...stub.written.out.matchAll(/^ {2}(curl .*)$/gm)].map(([, line = '']) => line);
    // What another request creates has no example of its own.
    expect(lines).toHaveLength(idsOf(contract).filter((id) => !isStateful(contract, id)).length);
    for (const line of lines) {
      expect(await statusOf(line), line).toMatch(/^20[016]$/);
    }
    expect(stub.written.out).toContain('bundles with components');
    for (const [page = ''] of stub.written.out.matchAll(/^ {2}http\S+/gm)) {
      expect((await fetch(page.trim())).ok, page).toBe(true);
    }
  });

  it('prints commands that work for another contract, too', async () => {
    await using stub = await startStub(['--contract', library]);
    const lines = [...stub.written.out.matchAll(/^ {2}(curl .*)$/gm)].map(([, line = '']) => line);
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(await statusOf(line), line).toMatch(/^20[01]$/);
    }
    expect(stub.written.out).toContain('00000000-0000-4000-8000-000000000001  57 records');
    expect(stub.written.out).toContain(`assay check --stub --contract ${library}`);
  });

  it('writes a target file by which a check of it against another contract conforms', async () => {
    const target = join(folder, 'library-target.yaml');
    await using _stub = await startStub(['--contract', library, '--export-target', target]);
    const { code, out, error } = await runAssay(['check', '--target', target, '--contract', library]);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^conforms — /m);
  });

  it('logs requests as JSON on standard error, without secrets', async () => {
    const stub = await startStub([]);
    await fetch(`${stub.baseUrl}/v2/application-keys?token=canary`, {
      method: 'POST',
      headers: { authorization: 'Basic canary' },
    });
    await stub.stop();
    const [line = ''] = stub.written.error.trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      operation: 'application-key',
      status: 401,
      clause: 'application-key/other-scheme-rejected',
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      ms: expect.any(Number),
    });
    expect(stub.written.error).not.toContain('canary');
  });

  it('logs requests as lines to read on a terminal, without secrets', async () => {
    const stub = await startStub([], { isTerminal: true });
    await fetch(`${stub.baseUrl}/v2/application-keys?token=canary`, {
      method: 'POST',
      headers: { authorization: 'Basic canary' },
    });
    await stub.stop();
    expect(stub.written.error).toMatch(
      /^\d\d:\d\d:\d\d {2}POST {2}\/v2\/application-keys\?token=\[redacted\] {2}401 {2}application-key\/other-scheme-rejected {2}[\d.]+ ms\n$/,
    );
  });

  it.each([true, false])('escapes in its log what could steer a terminal (terminal: %s)', (isTerminal) => {
    const { io, written } = createIo({ isTerminal });
    createLog(io.stderr)('info', 'GET /\u009b2J\u202e', { target: '/\u009b2J\u202e' });
    expect(written.error).toMatch(/\/\\{1,2}u\{9b\}2J\\{1,2}u\{202e\}/);
    expect(written.error).toMatch(/^[\n -~]+$/);
  });

  it('can be quiet', async () => {
    const stub = await startStub(['--quiet']);
    await fetch(stub.baseUrl);
    expect(await stub.stop()).toBe(0);
    expect(stub.written).toEqual({ out: `${stub.baseUrl}\n`, error: '' });
  });

  it('finishes pending requests when it is interrupted', async () => {
    const stub = await startStub(['--quiet']);
    const response = fetch(`${stub.baseUrl}/nothing`, { headers: { prefer: 'delay=400' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const code = await stub.stop();
    expect([code, (await response).status]).toEqual([0, 404]);
  });

  it('writes its target file, and shows how to use it', async () => {
    const path = await write('shop.json', JSON.stringify({ name: 'A', hierarchies: [], products: {} }));
    const target = join(folder, 'target.yaml');
    await using stub = await startStub(['--fixtures', path, '--export-target', target]);
    expect((await readTarget(target)).file).toMatchObject({ baseUrl: stub.baseUrl, collections: [] });
    expect(await readFile(target, 'utf8')).toMatch(/^# yaml-language-server: \$schema=\S+\.json\n/);
    expect(stub.written.out).toContain(`to check it\n  assay check --target ${target}\n`);
  });

  it('shows the path that controls it, if there is one', async () => {
    await using plain = await startStub([]);
    expect(plain.written.out).not.toContain('to control it');
    await using controlled = await startStub(['--control', '--prefix', '/api']);
    const [, address = ''] = /to control it, from this machine\n {2}(\S+)/.exec(controlled.written.out) ?? [];
    expect((await fetch(address)).status).toBe(200);
  });

  it('is controlled through a proxy with the token of its environment, which is never printed', async () => {
    const environment = { ASSAY_CONTROL_TOKEN: 'canary-of-sixteen-characters', ASSAY_TOKEN: 'canary-token' };
    await using stub = await startStub(['--control'], { environment });
    expect(stub.written.out).toContain('from elsewhere with the token in ASSAY_CONTROL_TOKEN');
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    const address = `${stub.baseUrl}/__assay/requests`;
    expect((await fetch(address, { headers: forwarded })).status).toBe(401);
    const authorization = `Bearer ${environment.ASSAY_CONTROL_TOKEN}`;
    const path = '/pcm/hierarchies/x/nodes/y/products';
    await fetch(stub.baseUrl + path, { headers: { authorization: 'Bearer canary-token' } });
    const journal = await (await fetch(address, { headers: { ...forwarded, authorization } })).text();
    expect(JSON.parse(journal).requests).toMatchObject([{ target: path, token: 'expected' }]);
    expect(journal + stub.written.out + stub.written.error).not.toContain('canary');
  });

  it('rejects a token for its control that can be guessed', async () => {
    const { code, error } = await runAssay(['stub', '--port', '0', '--control'], {
      environment: { ASSAY_CONTROL_TOKEN: 'canary' },
    });
    expect([code, error]).toEqual([2, expect.stringContaining('ASSAY_CONTROL_TOKEN is shorter than 16')]);
    expect(error).not.toContain('canary');
  });

  it('violates the contract by the name of a mutant, with control', async () => {
    await using stub = await startStub(['--control', '--seed', '7', '--quiet']);
    const control = (path: string, init?: RequestInit) => fetch(`${stub.baseUrl}/__assay${path}`, init);
    const { mutants } = JSON.parse(await (await control('/mutants')).text());
    expect(mutants.length).toBeGreaterThan(400);
    const crash = mutants.find(
      (name: string) => name === 'application-key/bad-input-not-crash: a missing name crashes the server',
    );
    const body = JSON.stringify({ kind: 'mutant', name: crash, operation: 'application-key', times: 1 });
    expect((await control('/faults', { method: 'POST', body })).status).toBe(201);
    const nameless = {
      method: 'POST',
      headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
      body: '{"data":{"type":"application_key"}}',
    };
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await fetch(`${stub.baseUrl}/v2/application-keys`, nameless)).status);
    expect(statuses).toEqual([500, 422]);
  });

  it.each<[string, string[], string]>([
    [
      'an invalid prefix',
      ['--prefix', 'api'],
      "flag '--prefix <path>' argument 'api' is invalid. It must be a path like /api.",
    ],
    [
      'unknown choices',
      ['--choices', 'odd'],
      '--choices odd is unknown; write `default`, `contrary`, `random:SEED` or a YAML or JSON file.',
    ],
    ['missing fixtures', ['--fixtures', 'none.yaml'], 'none.yaml: cannot be read (ENOENT); check the path.'],
  ])('exits with 2 and one sentence for %s', async (_, words, sentence) => {
    const { code, out, error } = await runAssay(['stub', '--port', '0', ...words]);
    expect([code, out, error]).toEqual([2, '', `${sentence}\n`]);
  });
});
