import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { tooOld } from '../../src/supported-node.ts';
import { linksOf, readPages } from '../docs/pages.ts';
import { certificate } from '../hostile/servers/certificate.ts';
import { describeEachCommand } from '../packaging/each-command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The oldest Node that assay runs on; the newest is the one that these tests run on. */
const oldNode = manifest.engines.node.replace('>=', '').concat('.0');

/** What the package exports, as others import it. */
const exported = Object.keys(manifest.exports).map((key) => manifest.name + key.slice(1));

/** Asks a stub for a key, without a token. */
const commonJs = `
  const { startStub } = require('${manifest.name}/testing');
  startStub({ listen: false }).then(async (stub) => {
    console.log((await stub.fetch('/v2/application-keys', { method: 'POST' })).status);
  });`;

/** Says for each export whether its file is there. */
const listExports = `
  import { existsSync } from 'node:fs';
  const found = ${JSON.stringify(exported)}.map((name) => [name, existsSync(new URL(import.meta.resolve(name)))]);
  console.log(JSON.stringify(Object.fromEntries(found)));`;

type Said = { readonly stdout: string; readonly stderr: string };

/** The environment without what npm and Vitest have put into it. */
const ordinary = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_TEST|NODE_OPTIONS)/.test(name)),
);

/** A Node of this machine that is too old for assay, if there is one. */
const tooOldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((place) => join(place, 'node'))
  .filter((node) => existsSync(node))
  .find(
    (node) =>
      tooOld({ node: execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1) }) !== undefined,
  );

/** The version that is installed here, so that the test does not change from one day to the next. */
async function pinned(name: string): Promise<string> {
  const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return `${name}@${(JSON.parse(text) as { version: string }).version}`;
}

describe('the package, installed in an empty folder', () => {
  let folder = '';
  let file = '';
  /** What npm warned of while it installed the package. */
  let said = '';
  const app = (): string => join(folder, 'app');
  /** Where each line of Node lies. */
  const bin = (line: string): string =>
    line === '24' ? dirname(process.execPath) : join(folder, 'node', 'node_modules', 'node', 'bin');

  function run(line: string, command: string, ...words: string[]): Promise<Said> {
    const env = { ...ordinary, PATH: [bin(line), process.env.PATH].join(delimiter) };
    return promisify(execFile)(command, words, { cwd: app(), env, maxBuffer: 2 ** 26 });
  }

  async function install(where: string, ...packages: string[]): Promise<string> {
    await mkdir(where);
    await writeFile(
      join(where, 'package.json'),
      JSON.stringify({ private: true, type: 'module', allowScripts: { node: true } }),
    );
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=warn'];
    const { stderr } = await promisify(execFile)('npm', ['install', '--save-exact', ...quiet, ...packages], {
      cwd: where,
      env: ordinary,
    });
    return stderr;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-package-'));
    const packed = promisify(execFile)('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      env: { ...ordinary, PATH: process.env.PATH },
    });
    const others = await Promise.all(['vitest', 'typescript', '@types/node'].map(pinned));
    const tools = [
      install(join(folder, 'node'), `node@${oldNode}`),
      install(join(folder, 'pnpm'), 'pnpm@10.34.9'),
    ];
    await packed;
    file = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? 'no package';
    said = await install(app(), join(folder, file), ...others);
    await Promise.all(tools);
    for (const example of ['vitest', 'node-test', 'house-rules']) {
      const filter = (path: string): boolean => !path.endsWith('house-rules.test.ts');
      await cp(join(root, 'examples', example), join(app(), example), { recursive: true, filter });
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is the file that the README installs', async () => {
    expect(await readFile(join(root, 'README.md'), 'utf8')).toContain(`/${file} `);
  });

  it('contains each file that its documentation links to', async () => {
    const own = join(app(), 'node_modules', manifest.name);
    const pages = (await readPages()).filter(({ path }) => existsSync(join(own, path)));
    const linked = pages.flatMap((page) =>
      linksOf(page).map((link) => join(dirname(page.path), link.split('#')[0] ?? '')),
    );
    expect(linked).toContain('docs/your-api.md');
    expect(linked.filter((file) => !existsSync(join(own, file)))).toEqual([]);
  });

  it('installs what it imports, and nothing else; npm warns of nothing', async () => {
    // It may warn of what this machine has configured.
    expect(said).not.toMatch(/assay|script/);
    const own = join(app(), 'node_modules', manifest.name);
    const installed = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
    expect(installed.scripts).not.toHaveProperty('prepare');
    expect(JSON.stringify(installed.exports)).not.toMatch(/"(?!\.\/dist\/)\.\/[^"]*\.ts"/);
    const imported = new Set<string>();
    for (const name of await readdir(join(own, 'dist'), { recursive: true })) {
      if (!name.endsWith('.js')) continue;
      const code = await readFile(join(own, 'dist', name), 'utf8');
      for (const [, from = ''] of code.matchAll(
        /(?:^import .*?from |\bimport\(|\bload\(|^import )["']([@a-z][^"':]*)["']/gm,
      ))
        imported.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from);
    }
    const packages = [...imported].filter((name) => !isBuiltin(name) && name !== 'vitest');
    expect(packages.sort()).toEqual(Object.keys(installed.dependencies));
  });

  it('is installed beside a Vitest of any version, which only `assay/vitest` needs', async () => {
    const where = join(folder, 'older');
    await mkdir(where);
    await writeFile(join(where, 'package.json'), '{ "devDependencies": { "vitest": "3.2.4" } }');
    const quiet = ['--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund'];
    const words = ['install', '--save-dev', ...quiet, join(folder, file)];
    await promisify(execFile)('npm', words, { cwd: where, env: ordinary });
    expect(await readFile(join(where, 'package.json'), 'utf8')).toContain(file);
  });

  it('is installed by pnpm, which lets it import only what it declares', async () => {
    const own = ['--store-dir', join(folder, 'store'), '--ignore-scripts'];
    const where = join(folder, 'strict');
    await mkdir(where);
    const inStrict = { cwd: where, env: { ...ordinary, PATH: process.env.PATH } };
    const pnpm = join(folder, 'pnpm', 'node_modules', '.bin', 'pnpm');
    await promisify(execFile)(pnpm, ['add', '--save-dev', ...own, join(folder, file)], inStrict);
    const overlay = ['--overlay', join(root, 'fixtures/gateways.overlay.yaml')];
    const words = ['check', '--stub', '--only', 'application-key', ...overlay];
    const { stdout } = await promisify(execFile)(
      join(where, 'node_modules', '.bin', 'assay'),
      words,
      inStrict,
    );
    expect(stdout).toMatch(/\npasses — .*; contract amended: 1 place /);
  });

  it('is packed without a new build where nothing changed', async () => {
    const bin = join(root, 'dist/conformance/cli/bin.js');
    const before = await stat(bin);
    await promisify(execFile)('npm', ['pack', '--dry-run'], { cwd: root, env: ordinary });
    expect(await stat(bin)).toEqual(before);
  });

  describe.each(['22', '24'])('on Node %s', (line) => {
    it('is on that Node', async () => {
      expect((await run(line, 'node', '--version')).stdout).toMatch(new RegExp(`^v${line}\\.`));
    });

    it('checks the stub', async () => {
      const { stdout } = await run(
        line,
        'npx',
        '--no',
        '--',
        'assay',
        'check',
        '--stub',
        '--report',
        'html=report.html',
      );
      expect(stdout).toMatch(/\nconforms — \d+ rules passed, \d+ untested; the stub was checked\n$/);
      expect(await readFile(join(app(), 'report.html'), 'utf8')).toMatch(/^<!doctype html>/);
    });
  });

  describe('on the oldest Node', () => {
    const line = '22';

    describeEachCommand({
      folder: app,
      start: (words) => spawn(join(bin(line), 'node'), [join('node_modules', '.bin', 'assay'), ...words], { cwd: app(), env: { ...ordinary, NO_COLOR: '1' } }),
      interrupt: (child) => child.kill('SIGINT'),
      node: 'node',
    }); // biome-ignore format: one line a part

    it('tries a client, and says how to repeat what it found', async () => {
      const client = `fetch(process.env.ASSAY_STUB_URL + '/v2/application-keys', { method: 'POST', headers: { authorization: 'Bearer any', 'content-type': 'application/json' }, body: '{"data":{"type":"application_key","name":"Importer"}}' })
        .then(({ headers }) => process.exit(headers.get('content-type') === 'application/json' ? 0 : 1));`;
      await writeFile(join(app(), 'client.cjs'), client);
      const words = ['--only', 'json-type', '--report', 'html=client.html', '--', 'node', 'client.cjs'];
      const ended = await run(line, 'npx', '--no', '--', 'assay', 'client', ...words).catch((said) => said);
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.stdout).toMatch(/\ndepends — on 1 choice: json-type\n$/);
      expect(ended.stdout).toContain(
        'npx --no -- assay client --choose json-type=charset -- node client.cjs\n',
      );
      expect(await readFile(join(app(), 'client.html'), 'utf8')).toContain(
        'Choices that the client depends on',
      );
    });

    it('serves the stub', async () => {
      const words = [join(app(), 'node_modules', '.bin', 'assay'), 'stub', '--port', '0'];
      const child = spawn(join(bin(line), 'node'), words, { cwd: app() });
      const [first] = (await once(child.stdout, 'data')) as [Buffer];
      const url = /http:\S+/.exec(first.toString())?.[0];
      expect((await fetch(`${url}/v2/application-keys`, { method: 'POST' })).status).toBe(401);
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([0, null]);
    });

    it('speaks HTTP/2 to a server that speaks nothing else', async () => {
      const versions: string[] = [];
      const [key, cert] = await Promise.all(['key', 'good'].map((name) => readFile(certificate(name))));
      const server = createSecureServer({ key, cert, allowHTTP1: false }, (request, response) => {
        versions.push(request.httpVersion);
        response.writeHead(404).end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const words = ['check', `https://127.0.0.1:${port}`, '--insecure', '--at', `${randomUUID()}/${randomUUID()}`];
      const ended = await run(line, 'npx', '--no', 'assay', ...words).catch((said: Said) => said);
      server.close();
      expect(ended.stderr).toMatch(/ no operation is served there; /);
      expect(new Set(versions)).toEqual(new Set(['2.0']));
    }); // biome-ignore format: one line a step

    it('gives its stub to CommonJS', async () => {
      const words = ['--input-type=commonjs', '--eval', commonJs];
      expect((await run(line, 'node', ...words)).stdout).toBe('401\n');
    });

    it('exports nothing that is not there', async () => {
      const { stdout } = await run(line, 'node', '--input-type=module', '--eval', listExports);
      expect(JSON.parse(stdout)).toEqual(Object.fromEntries(exported.map((name) => [name, true])));
    });

    it('exports the contract as it is written', async () => {
      const { stdout } = await run(
        line,
        'node',
        '--print',
        `require.resolve('${manifest.name}/openapi.yaml')`,
      );
      const texts = [stdout.trim(), join(root, 'spec', 'openapi.yaml')].map((path) => readFile(path, 'utf8'));
      const [shipped, source] = await Promise.all(texts);
      expect(shipped).toBe(source);
    });

    it('runs house rules as they are written', async () => {
      const words = ['node_modules/.bin/assay', 'clauses', 'house/sku-form', '--target', 'house-rules/assay.target.yaml'];
      const { stdout, stderr } = await run(line, 'node', ...words);
      expect(stdout).toMatch(/^house\/sku-form\n.*\n[\s\S]*\n {2}rule {10}every sku is made of/);
      expect(stderr).toBe('');
      const ended = await run(line, 'node', '--no-experimental-strip-types', ...words).catch((said: Said) => said);
      expect([ended.stdout, ended.stderr.split('\n').length]).toEqual(['', 2]);
      expect(ended.stderr).toMatch(/name-trimmed\.ts: cannot be imported .*; this Node was started without type stripping; /);
    }); // biome-ignore format: one line an expectation

    it('runs the example for Vitest', async () => {
      const { stdout } = await run(line, 'npx', 'vitest', 'run', '--dir', 'vitest');
      expect(stdout).toMatch(/Test Files {2}1 passed \(1\)\n\s+Tests {2}[23]\d\d passed/);
    });

    it.each(['listener', 'fetch-handler'])('runs the example for node:test: %s', async (example) => {
      const words = ['--test', '--test-reporter=tap', `node-test/${example}.ts`];
      const { stdout } = await run(line, 'node', ...words);
      expect(stdout).toMatch(/^ok \d+ - the verdict$/m);
      expect(stdout).toMatch(/^# fail 0$/m);
      expect(stdout).not.toMatch(/^# warning: /m);
    });
  });

  describe('on a Node that is too old', () => {
    const none = 'this machine has no Node that is too old';
    const sentence =
      /^assay needs Node 22\.19 or newer, and this is Node \d+\.\d+\.\d+; install a newer one\. If pnpm .*$/;

    it('says in a sentence which one the command needs, and exits with 2', async ({ skip }) => {
      const node = tooOldNode ?? skip(none);
      const command = join(app(), 'node_modules', '.bin', 'assay');
      const ended = await promisify(execFile)(node, [command, 'check']).catch((error: object) => error);
      expect(ended).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^assay needs.*\n$/),
      });
    });

    for (const name of exported.filter((name) => !/\.(json|yaml)$|\/types$/.test(name))) {
      it(`${name} says so too`, async ({ skip }) => {
        const node = tooOldNode ?? skip(none);
        const program = `import('${name}').catch(({ stack }) => process.stdout.write(stack))`;
        const words = ['--input-type=module', '--eval', program];
        const { stdout } = await promisify(execFile)(node, words, { cwd: app() });
        expect(stdout).toMatch(sentence);
      });
    }
  });

  it('type-checks against its own declarations', async () => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const compilerOptions = {
      ...strict,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'esnext.disposable'],
      types: ['node'],
      noEmit: true,
    };
    // Declarations of assay itself are checked too; those of Vitest are not ours.
    const own = { compilerOptions, include: ['node-test', 'house-rules'] };
    const binding = { compilerOptions: { ...compilerOptions, skipLibCheck: true }, include: ['vitest'] };
    await writeFile(join(app(), 'tsconfig.json'), JSON.stringify(own));
    await writeFile(join(app(), 'tsconfig.binding.json'), JSON.stringify(binding));
    for (const project of ['tsconfig.json', 'tsconfig.binding.json']) {
      const { stdout } = await run('24', 'npx', 'tsc', '-p', project).catch((said: Said) => said);
      expect(stdout).toBe('');
    }
    await writeFile(
      join(app(), 'node-test', 'wrong.ts'),
      `import { check } from '${manifest.name}';\ncheck('http://a', { sede: 1 });\n`,
    );
    const { stdout } = await run('24', 'npx', 'tsc', '-p', 'tsconfig.json').catch((said: Said) => said);
    expect(stdout).toMatch(/^node-test\/wrong\.ts\(2,\d+\): error TS2353: .*'sede'/);
  });
});
