import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { assayFile } from '../../bench/command-of-assay.ts';
import { startStub } from '../../conformance/testing.ts';
import { at } from '../../src/json/json.ts';
import { cached } from '../../test/generators/cache.ts';
import { command } from '../../test/generators/command.ts';
import { sampled } from '../../test/seed.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-containers-'));
cpSync(here, folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const runs = (name: string, ...words: string[]): boolean => spawnSync(name, words).status === 0;

/** Whether the tests of the projects can run, and not only be compiled: with an engine, and the image in it. */
const hasEngine = runs('docker', 'image', 'inspect', process.env.ASSAY_IMAGE ?? 'localhost/assay');

/** Runs a command in one of the projects, with the stub on this machine as the server under test. */
async function inProject(name: string, ...words: [string, ...string[]]): Promise<string> {
  await using stub = await startStub();
  return await command(join(folder, name), words, { SERVER_PORT: new URL(stub.baseUrl).port });
}

/** The projects, what each needs, and how it is compiled or, with an engine, run. */
const projects: readonly (readonly [string, readonly [string, ...string[]], () => Promise<unknown>])[] = [
  [
    'Java',
    ['mvn', '--version'],
    () => inProject('java', 'mvn', '--quiet', '--batch-mode', hasEngine ? 'test' : 'test-compile'),
  ],
  [
    'Python',
    ['python3', '-m', 'pip', '--version'],
    async () => {
      const requirements = join(here, 'python/requirements.txt');
      const packages = await cached(requirements, (target) => {
        const install = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--target', target];
        return command(target, ['python3', ...install, '--requirement', requirements, 'mypy==2.4.1']);
      });
      const module = hasEngine
        ? ['pytest']
        : ['mypy', '--strict', '--cache-dir=/dev/null', 'test_contract.py'];
      await command(join(folder, 'python'), ['env', `PYTHONPATH=${packages}`, 'python3', '-m', ...module]);
    },
  ],
  [
    'Go',
    ['go', 'version'],
    () => inProject('go', 'go', ...(hasEngine ? ['test', '-count=1', './...'] : ['vet', './...'])),
  ],
];

// Each fetches and compiles a hundred packages: a run takes one of them.
describe('the projects with Testcontainers', { timeout: 600_000 }, () => {
  it.for(sampled(projects, 1))('in %s match their library', async ([, tool, compiled], { skip }) => {
    skip(!runs(...tool), `there is no ${tool[0]} here`);
    await compiled();
  });
});

/** Runs a script with `docker run IMAGE` and `assay` replaced by the sources, and a server replaced by a stub. */
async function runScript(script: string): Promise<string> {
  await using stub = await startStub();
  const assay = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${assayFile}' "$@"\n`;
  writeFileSync(join(folder, 'assay'), `#!/bin/sh\n${assay}`, { mode: 0o755 });
  const untilImage = 'while [ "$1" != IMAGE ]; do shift; done\nshift\n';
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${untilImage}${assay}`, { mode: 0o755 });
  const env = {
    PATH: [folder, process.env.PATH].join(delimiter),
    HOME: folder,
    ASSAY_IMAGE: 'IMAGE',
    NO_COLOR: '1',
  };
  const text = script.replaceAll(/http:\/\/[\w.]+:\d+/g, stub.baseUrl);
  return await command(folder, ['bash', '-c', text], env);
}

describe('the recipes without Node', () => {
  it.each([
    ['compose.yaml', ['services', 'assay', 'command'], 'report.html'],
    ['github.yml', ['jobs', 'server', 'steps', 1, 'run'], 'assay.xml'],
    ['gitlab.yml', ['server', 'script', 0], 'assay.xml'],
  ])('%s checks, and writes a report', async (file, place, report) => {
    const script = String(at(parse(readFileSync(join(here, file), 'utf8')), ...place));
    rmSync(join(folder, report), { force: true });
    expect(await runScript(script.replace(/^check/, 'assay check'))).toMatch(/^conforms — /m);
    expect(readdirSync(folder)).toContain(report);
  });
});
