import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cacheFolderOf } from '../../conformance/cli/io/process-io.ts';
import { runAssay } from './assay-in-process.ts';
import { changingServer } from './changing-server.ts';

const top = process.cwd();

const [name, currency] = ['application-key/name-echo', 'subscription/currency-echo'];

/** Creations alone are checked sooner than everything. */
const creations = ['--only', 'application-key', '--only', 'subscription'];

/** A folder with a target file, and its server. */
async function begin(name: string) {
  const folder = join(top, name);
  await mkdir(folder);
  const server = await changingServer(join(folder, 'assay.target.yaml'));
  const cacheFolder = join(folder, 'cache');
  const check = (...words: string[]) => runAssay(['check', ...words], { folder, cacheFolder });
  const file = join(cacheFolder, 'last-check.json');
  const kept = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
  return { server, check, file, kept, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

/** What a check says of itself beside the verdict, since the server is a stub. */
const stub = '; the stub was checked';

const nothingFailed = (baseUrl: string): string =>
  `none of the selected rules was broken or inconclusive when ${baseUrl} was last checked, so all of them are checked\n`;

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)?.replace(stub, '');

describe('assay check --failed', () => {
  it('runs again only what failed, until nothing fails', async () => {
    await using project = await begin('again');
    const { server, check, kept } = project;
    server.breakOnly(name, currency);
    expect((await check()).code).toBe(1);
    expect(await kept()).toEqual({ [server.baseUrl]: expect.arrayContaining([name, currency]) });

    server.breakOnly(currency);
    const second = await check('--failed');
    expect(second.code).toBe(1);
    expect(lastLine(second.out)).toBe(`violates — 1 rule broken: ${currency}`);
    expect(await kept()).toEqual({ [server.baseUrl]: [currency] });

    server.breakOnly();
    const third = await check('--failed');
    expect([third.code, lastLine(third.out)]).toEqual([0, 'passes — 1 of 1 selected rule']);
    const fourth = await check('--failed', ...creations);
    expect(fourth.out).toContain(nothingFailed(server.baseUrl));
    expect([fourth.code, lastLine(fourth.out)]).toEqual([0, expect.stringMatching(/^passes — \d{3} of /)]);
  });

  it('never passes without a request', async () => {
    await using project = await begin('stopped');
    const { server, check } = project;
    server.breakOnly();
    expect((await check()).code).toBe(0);
    await server[Symbol.asyncDispose]();
    const { code, out, error } = await check('--failed');
    expect([code, out]).toEqual([2, expect.stringContaining(nothingFailed(server.baseUrl))]);
    expect(error).toContain(server.baseUrl);
  });

  it('runs everything again while the verdict lacks an operation', async () => {
    await using project = await begin('undetermined');
    const { server, check } = project;
    server.breakOnly();
    const node = 'e214368a-b4c3-4797-bbe9-01fb056371c1/fa5f7e49-aa64-4842-90c8-7398f92c0df3';
    const again = (...words: string[]) => check(server.baseUrl, '--no-target', '--at', node, ...words);
    expect((await again()).code).toBe(3);
    expect(await again('--failed')).toMatchObject({ code: 3, out: expect.stringMatching(/\nundetermined — 2 of \d /) });
    expect(await again('--failed', '--token', 'any')).toMatchObject({ code: 0, out: expect.stringMatching(/\nconforms — /) });
    expect(await again('--failed', ...creations)).toMatchObject({ code: 3, out: expect.stringContaining(nothingFailed(server.baseUrl)) });
  }); // biome-ignore format: one line a run

  it('does not run again what passed with warnings', async () => {
    await using project = await begin('warnings');
    const { server, check, kept } = project;
    server.breakOnly('application-key/timestamps-current');
    const first = await check();
    expect([first.code, lastLine(first.out)]).toEqual([
      0,
      expect.stringMatching(/^conforms — .*, 1 warning/),
    ]);
    expect(await kept()).toEqual({ [server.baseUrl]: [] });
    expect(await check('--failed', ...creations)).toMatchObject({
      code: 0,
      out: expect.stringContaining(nothingFailed(server.baseUrl)),
    });
    expect((await check('--strict', ...creations)).code).toBe(1);
    expect(Object.values((await kept()) as object)).toEqual([['application-key/timestamps-current']]);
  });

  it('remembers of rules that were not chosen how they stood', async () => {
    await using project = await begin('chosen');
    const { server, check, kept } = project;
    server.breakOnly(name, currency);
    await check(...creations);
    server.breakOnly(currency);
    await check('--only', name);
    expect(await kept()).toEqual({ [server.baseUrl]: [currency] });
    expect((await check('--failed', '--only', 'application-key')).out).toContain(nothingFailed(server.baseUrl));
    expect((await check('--failed', '--only', 'subscription')).code).toBe(1);
    const skipping = await check('--failed', '--skip', 'subscription/currency-*', '--skip', 'node-products');
    expect(skipping.out).toContain(nothingFailed(server.baseUrl));
    expect((await check('--failed', '--require', currency)).code).toBe(1);
  }); // biome-ignore format: one line an expectation

  it('remembers of rules that were not run after a failure how they stood', async () => {
    await using project = await begin('bail');
    const { server, check, file, kept } = project;
    const late = 'node-products/total-constant';
    await mkdir(join(file, '..'));
    await writeFile(file, JSON.stringify({ [server.baseUrl]: [late] }));
    server.breakOnly(name);
    const report = await check('--bail', '--concurrency', '1');
    expect(lastLine(report.out)).toMatch(/^violates — 1 rule broken: .*--bail: \d+ rules not run/);
    expect(await kept()).toEqual({ [server.baseUrl]: expect.arrayContaining([name, late]) });
  });

  it('says so where the target was never checked', async () => {
    await using project = await begin('never');
    const { server, check, file } = project;
    const never = `no earlier check of ${server.baseUrl} is known here; run it once without --failed.\n`;
    expect(await check('--failed')).toMatchObject({ code: 2, error: never });
    await mkdir(join(file, '..'));
    for (const text of ['', '[]', 'null', '{"a":1}', `{"${server.baseUrl}":[1]}`]) {
      await writeFile(file, text);
      expect(await check('--failed'), text).toMatchObject({ code: 2, error: never });
    }
    await writeFile(file, JSON.stringify({ [server.baseUrl]: ['node-products/there-was-such-a-rule'] }));
    expect(await check('--failed', ...creations)).toMatchObject({
      code: 0,
      out: expect.stringContaining(nothingFailed(server.baseUrl)),
    });
  });

  it('keeps rules and addresses, and nothing else', async () => {
    await using project = await begin('secrets');
    const { server, check, kept } = project;
    server.breakOnly(name);
    await check('--only', name);
    await check('--only', 'application-key/created', '--stub');
    expect(await kept()).toEqual({ 'the stub': [], [server.baseUrl]: [name] });
  });

  const other = join(top, 'other.json');
  it.each<readonly [string, (file: string) => unknown]>([
    ['link', (file) => symlink(other, file)],
    ['pipe', (file) => promisify(execFile)('mkfifo', [file])],
    ['folder', (file) => mkdir(file)],
  ])('keeps nothing where a %s stands in the place of what it keeps', async (kind, place) => {
    await using project = await begin(kind);
    const { server, check, file } = project;
    await writeFile(other, '{}');
    await mkdir(join(file, '..'));
    await place(file);
    server.breakOnly(name);
    expect(await check('--only', name)).toMatchObject({ code: 1, error: '' });
    expect(await readFile(other, 'utf8')).toBe('{}');
  });

  it('keeps nothing of a plan, and needs no place to keep anything', async () => {
    await using project = await begin('nothing');
    const { server, check, file, kept } = project;
    server.breakOnly(name);
    await check('--plan');
    await expect(kept()).rejects.toThrow('ENOENT');
    await writeFile(join(file, '..'), 'a file, where the folder should be');
    expect((await check('--only', name)).code).toBe(1);
  });
});

describe('what is kept', () => {
  it('lies among the packages of the project, or else in the cache of the user, apart for each project', async () => {
    const [project, other] = [join(top, 'project'), join(top, 'other')];
    for (const folder of [project, other]) {
      await mkdir(join(folder, 'src'), { recursive: true });
      await writeFile(join(folder, 'package.json'), '{}');
    }
    const env = { XDG_CACHE_HOME: join(top, 'user') };
    const ofUser = cacheFolderOf(join(project, 'src'), env);
    expect(ofUser).toMatch(join(top, 'user', 'assay'));
    expect(cacheFolderOf(project, env)).toBe(ofUser);
    expect(cacheFolderOf(other, env)).not.toBe(ofUser);
    await mkdir(join(project, 'node_modules'));
    expect(cacheFolderOf(join(project, 'src'), env)).toBe(join(project, 'node_modules', '.cache', 'assay'));
  });

  it.each(['node_modules', 'node_modules/.cache', 'node_modules/.cache/assay'])(
    'lies in the cache of the user where any user may write to %s',
    async (open) => {
      const project = await mkdtemp(join(top, 'open-'));
      await writeFile(join(project, 'package.json'), '{}');
      await mkdir(join(project, 'node_modules', '.cache', 'assay'), { recursive: true });
      await chmod(join(project, open), 0o777);
      const user = join(project, 'user');
      expect(cacheFolderOf(project, { XDG_CACHE_HOME: user })).toMatch(user);
    },
  );

  it.each(['node_modules', 'node_modules/.cache', 'node_modules/.cache/assay'])(
    'lies in the cache of the user where %s is a link',
    async (link) => {
      const project = await mkdtemp(join(top, 'links-'));
      await writeFile(join(project, 'package.json'), '{}');
      const elsewhere = join(project, 'elsewhere');
      await mkdir(elsewhere);
      await mkdir(join(project, link, '..'), { recursive: true });
      await symlink(elsewhere, join(project, link));
      const user = join(project, 'user');
      expect(cacheFolderOf(project, { XDG_CACHE_HOME: user })).toMatch(user);
    },
  );
});
