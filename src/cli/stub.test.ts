import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readTarget } from '../../conformance/target/read.ts';
import { failure } from './failure.ts';
import { createProgram } from './program.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'assay-stub-'));
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

/** A stub on a free port, with all it has said so far. */
async function start(...words: string[]) {
  const child = spawn(process.execPath, [main, 'stub', '--port', '0', ...words], {
    env: { ...process.env, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  const end = words.includes('--quiet') ? '\n' : 'Ctrl-C stops\n';
  while (!said.out.endsWith(end)) await once(child.stdout, 'data');
  const baseUrl = /http:\S+/.exec(said.out)?.[0] ?? '';
  const stop = async (): Promise<number> => {
    const closed = once(child, 'close');
    child.kill('SIGINT');
    return (await closed)[0];
  };
  return { said, baseUrl, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const catalog = (name: string) => `
name: ${name}
hierarchies:
  - id: a55a4000-0000-4000-8000-000000000001
    name: All
    nodes: [{ id: a55a4000-0000-4000-8000-000000000002, name: Tents, about: one only, products: [dome] }]
products:
  dome: { id: a55a4000-0000-4000-8000-000000000003, attributes: { name: Dome, status: live } }
`;

describe('assay stub', () => {
  it.each(['usual', 'contrary'])('prints lines that work when pasted: %s', async (choices) => {
    await using stub = await start('--prefix', '/api', '--choices', choices);
    const lines = [...stub.said.out.matchAll(/^ {2}(curl .*)$/gm)].map(([, line = '']) => line);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { stdout } = await run('bash', [
        '-c',
        `${line} --silent --output /dev/null --write-out '%{http_code}'`,
      ]);
      expect(stdout, line).toMatch(/^20[016]$/);
    }
    expect(stub.said.out).toContain('bundles with components');
    for (const [page = ''] of stub.said.out.matchAll(/^ {2}http\S+/gm)) {
      expect((await fetch(page.trim())).headers.get('content-type'), page).toContain('text/html');
    }
  });

  it('logs requests as JSON on standard error, and no secret', async () => {
    const stub = await start();
    await fetch(`${stub.baseUrl}/v2/application-keys?token=canary`, {
      method: 'POST',
      headers: { authorization: 'Basic canary' },
    });
    await stub.stop();
    const [line = ''] = stub.said.error.trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      method: 'POST',
      operation: 'application-key',
      status: 401,
      clause: 'key-other-scheme-refused',
    });
    expect(stub.said.error).not.toContain('canary');
  });

  it('is quiet where it is told to be', async () => {
    const stub = await start('--quiet');
    await fetch(stub.baseUrl);
    expect(await stub.stop()).toBe(0);
    expect(stub.said).toEqual({ out: `${stub.baseUrl}\n`, error: '' });
  });

  it('finishes what is in flight when it is interrupted', async () => {
    const stub = await start('--quiet');
    const reply = fetch(`${stub.baseUrl}/nothing`, { headers: { prefer: 'delay=400' } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const code = await stub.stop();
    expect([code, (await reply).status]).toEqual([0, 404]);
  });

  it('serves fixtures anew when they change, and the last good ones when they change for the worse', async () => {
    const path = await write('watched.yaml', catalog('First shop'));
    await using stub = await start('--fixtures', path, '--watch');
    const shown = async (name: string) => (await (await fetch(stub.baseUrl)).text()).includes(name);
    expect(await shown('First shop')).toBe(true);
    await write('watched.yaml', catalog('Second shop'));
    await until(() => shown('Second shop'));
    await write('watched.yaml', catalog('Third shop').replace('[dome]', '[tipi]'));
    await until(() => stub.said.error.includes('last good'));
    expect(stub.said.error).toMatch(
      /watched\.yaml:6: \/hierarchies\/0\/nodes\/0\/products\/0 names the product/,
    );
    expect(await shown('Second shop')).toBe(true);
    await write('watched.yaml', catalog('Fourth shop'));
    await until(() => shown('Fourth shop'));
  });

  it('writes the target file that matches, and says how to check with it', async () => {
    const path = await write('shop.json', JSON.stringify({ name: 'A', hierarchies: [], products: {} }));
    const target = join(folder, 'target.yaml');
    await using stub = await start('--fixtures', path, '--export-target', target);
    expect((await readTarget(target)).file).toMatchObject({ baseUrl: stub.baseUrl, nodes: [] });
    expect(await readFile(target, 'utf8')).toMatch(/^# yaml-language-server: \$schema=\S+\.json\n/);
    expect(stub.said.out).toContain(`to check it\n  assay check --target ${target}\n`);
  });

  it('writes the target file anew when the fixtures change', async () => {
    const path = await write('rewritten.yaml', catalog('First shop'));
    const target = join(folder, 'rewritten-target.yaml');
    await using _stub = await start('--fixtures', path, '--watch', '--export-target', target);
    await write('rewritten.yaml', catalog('Second shop').replace('status: live', 'status: draft'));
    await until(async () => (await readFile(target, 'utf8')).includes('name: Dome'));
    expect((await readTarget(target)).file.nodes).toMatchObject([{ live: [], hidden: [{ name: 'Dome' }] }]);
  });

  it('names the path it is controlled by where it is', async () => {
    await using plain = await start();
    expect(plain.said.out).not.toContain('to control it');
    await using controlled = await start('--control', '--prefix', '/api');
    const [, address = ''] = /to control it, from this machine\n {2}(\S+)/.exec(controlled.said.out) ?? [];
    expect((await fetch(address)).status).toBe(200);
  });

  it('breaks the contract by the name of a mutant where control is on', async () => {
    await using stub = await start('--control', '--seed', '7', '--quiet');
    const control = (path: string, init?: RequestInit) => fetch(`${stub.baseUrl}/__assay${path}`, init);
    const { mutants } = JSON.parse(await (await control('/mutants')).text());
    expect(mutants.length).toBeGreaterThan(400);
    const amended = mutants.find((name: string) => name.startsWith('application-key/name/required: '));
    const body = JSON.stringify({ kind: 'mutant', name: amended, operation: 'application-key', times: 1 });
    expect((await control('/faults', { method: 'POST', body })).status).toBe(201);
    const nameless = {
      method: 'POST',
      headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
      body: '{"data":{"type":"application_key"}}',
    };
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await fetch(`${stub.baseUrl}/v2/application-keys`, nameless)).status);
    expect(statuses).toEqual([201, 422]);
  });

  it.each<[string, string[], string]>([
    ['nothing to watch', ['--watch'], '--watch needs something to watch; name it by --fixtures.'],
    [
      'a prefix that is none',
      ['--prefix', 'api'],
      "option '--prefix <path>' argument 'api' is invalid. It is a path like /api.",
    ],
    [
      'choices that are none',
      ['--choices', 'odd'],
      '--choices odd is unknown; write usual, contrary, random:SEED or a YAML file.',
    ],
    [
      'fixtures that are not there',
      ['--fixtures', 'none.yaml'],
      'none.yaml: cannot be read (ENOENT); check the path.',
    ],
  ])('ends with 2 and one sentence for %s', async (_, words, sentence) => {
    const serving = (await createProgram()).parseAsync(['stub', '--port', '0', ...words], { from: 'user' });
    const error: unknown = await serving.catch((thrown: unknown) => thrown);
    expect(failure(error)).toEqual({ code: 2, message: sentence });
  });
});
