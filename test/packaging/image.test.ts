import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../seed.ts';
import { addressOf, environment, kinds, root, run } from './checkout.ts';
import { describeEachCommand } from './each-command.ts';

/** Why the image is not built here, if so. */
const missing = Object.entries({
  buildah: ['buildah', '--version'],
  'root, who may mount': ['unshare', '--mount', '--pid', '--fork', 'true'],
  'the packages of Debian': ['apt-cache', 'show', 'busybox-static'],
})
  .filter(([, [command = '', ...words]]) => spawnSync(command, words).status !== 0)
  .map(([what]) => what);
const title = missing.length === 0 ? 'the image' : `the image (skipped: ${missing.join(', ')} not here)`;

type Config = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
};

describe.skipIf(missing.length > 0 || !sampled(kinds, 1).includes('image'))(title, () => {
  let folder = '';
  let files = '';
  let config: Config;
  let sizes: number[] = [];
  const started: ReturnType<typeof start>[] = [];
  const work = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-image-'));
    await mkdir(work('base'));
    // Nothing is taken from, or left in, the images of this machine.
    const place = ['graphroot', 'runroot'].map((name) => `${name} = "${work(name)}"\n`).join('');
    await writeFile(work('storage.conf'), `[storage]\ndriver = "vfs"\n${place}`);
    const own = { CONTAINERS_STORAGE_CONF: work('storage.conf'), BUILDAH_ISOLATION: 'chroot' };
    Object.assign(environment, own);
    const script = join(root, 'test/packaging/base-image.sh');
    await run(root, script, work('base'), 'localhost/base', process.execPath);
    const cache = `${process.env.HOME}/.npm:/root/.npm`;
    const options = [
      '--quiet',
      '--format',
      'docker',
      '--build-arg',
      'BASE=localhost/base',
      '--volume',
      cache,
    ];
    await run(
      root,
      'buildah',
      'build',
      ...options,
      '-f',
      'packaging/Containerfile',
      '-t',
      'localhost/assay',
      '.',
    );
    const listed = JSON.parse((await run(root, 'buildah', 'images', '--json')).stdout);
    const container = (await run(root, 'buildah', 'from', 'localhost/assay')).stdout.trim();
    files = (await run(root, 'buildah', 'mount', container)).stdout.trim();
    config = JSON.parse((await run(root, 'buildah', 'inspect', container)).stdout).Docker.config;
    for (const name of ['work', 'empty']) await mkdir(work(name)).then(() => chown(work(name), 1000, 1000));
    sizes = await Promise.all(
      [files, join(files, 'opt')].map(async (one) =>
        Number((await run('/', 'du', '-sm', one)).stdout.split('\t')[0]),
      ),
    );
    expect(listed).toHaveLength(2);
  }, 600_000);
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a command line in a container. */
  function start(words: readonly string[], mounted = 'work'): ChildProcessByStdio<null, Readable, Readable> {
    const command = [
      join(root, 'test/packaging/contained.sh'),
      files,
      work(mounted),
      config.User,
      ...config.Env,
    ];
    const inside = ['sh', '-c', 'cd /work && exec "$@"', 'sh', ...words];
    const child = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', ...command, ...inside],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    started.push(child);
    return child;
  }

  /** Runs assay in a container to its end. */
  async function assay(
    words: readonly string[],
    mounted?: string,
  ): Promise<{ code: number; out: string; error: string }> {
    const child = start([...config.Entrypoint, ...words], mounted);
    const [out, error, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, out, error };
  }

  /** Sends a signal to the first process of a container, as an engine does. */
  async function signal(
    { pid }: { readonly pid?: number | undefined },
    name: 'SIGINT' | 'SIGTERM',
  ): Promise<void> {
    const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
    process.kill(Number(first), name);
  }

  it('is at most 60 MB larger than its base, and says what it is', () => {
    expect(sizes[1]).toBeLessThan(60);
    expect(config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'assay',
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
    expect([config.Entrypoint, config.User]).toEqual([['assay'], '1000:1000']);
  });

  it('cannot write outside the folder of the caller', async () => {
    const child = start(['sh', '-c', 'id -u; touch mine /tmp/a /opt/assay/a /a']);
    expect([await text(child.stdout), (await text(child.stderr)).match(/Read-only/g)]).toEqual([
      '1000\n',
      Array(3).fill('Read-only'),
    ]);
    expect(await readdir(work('work'))).toEqual(['mine']);
  });

  it('checks, and writes reports that belong to the caller', async () => {
    const { code, out } = await assay(['check', '--stub', '--report', 'html=a.html']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^conforms — /m)]);
    expect((await stat(join(work('work'), 'a.html'))).uid).toBe(1000);
  });

  describeEachCommand({
    folder: () => work('work'),
    start: (words) => start([...config.Entrypoint, ...words]),
    interrupt: (child) => signal(child, 'SIGINT'),
    node: 'node',
  });

  it('runs house rules of a project that has installed nothing', async () => {
    for (const name of ['clauses.yaml', 'sku-form.ts'])
      await copyFile(join(root, 'examples/house-rules/rules', name), join(work('work'), name));
    await writeFile(join(work('work'), 'house.yaml'), 'rules: sku-form.ts\nbaseUrl: http://127.0.0.1:1\n');
    expect(await assay(['check', '--target', 'house.yaml', '--plan'])).toMatchObject({ code: 0 });
  });

  it('serves the stub to clients outside, is healthy, and ends when it is told to', async () => {
    const stub = start([
      ...config.Entrypoint,
      ...config.Cmd,
      '--port',
      '4310',
      '--export-target',
      'stub.yaml',
    ]);
    stub.stderr.resume();
    const ended = once(stub, 'close');
    const address = await addressOf(stub);
    expect((await fetch(`${address}/v2/application-keys`, { method: 'POST' })).status).toBe(401);
    const [, ...health] = config.Healthcheck.Test;
    for (const [port, code] of [
      ['4310', 0],
      ['4311', 1],
    ] as const) {
      const [ends] = await once(start(['env', `ASSAY_PORT=${port}`, ...health]), 'close');
      expect(ends).toBe(code);
    }
    expect(await assay(['check', '--target', 'stub.yaml', '--only', 'application-key'])).toMatchObject({
      code: 0,
    });
    await signal(stub, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('writes the reports of a check that is interrupted', async () => {
    const stub = start([...config.Entrypoint, 'stub', '--port', '4312', '--export-target', 'slow.yaml']);
    await addressOf(stub);
    const words = ['check', '--target', 'slow.yaml', '--rate', '5/s', '--report', 'json=cut.json'];
    const check = start([...config.Entrypoint, ...words]);
    check.stdout.resume();
    const ended = once(check, 'close');
    check.stderr.resume();
    // The stub logs a request.
    await once(stub.stderr, 'data');
    stub.stderr.resume();
    await signal(check, 'SIGINT');
    expect((await ended)[0]).toBe(3);
    expect(await readdir(work('work'))).toContain('cut.json');
    await signal(stub, 'SIGTERM');
  });

  it('says what to write for a server that is not in it', async () => {
    const { code, error } = await assay(['check', 'http://127.0.0.1:1'], 'empty');
    expect([code, error]).toEqual([
      2,
      expect.stringContaining('write baseUrl: http://host.docker.internal:1 and writes: allow'),
    ]);
  });
});
