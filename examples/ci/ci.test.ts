import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadContract } from '../../src/contract/load.ts';
import { at, type Path } from '../../src/json/json.ts';
import { loadCatalog } from '../../src/stub/catalog/load-catalog.ts';
import { createStub } from '../../src/stub/server/create-stub.ts';
import type { Listening } from '../../src/stub/server/listen.ts';
import { targetOfCatalog } from '../../src/stub-target/catalog-target.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What stands at a place of a YAML file, as text. */
async function textIn(file: string, ...path: Path): Promise<string> {
  const found = at(parse(await readFile(join(root, file), 'utf8')), ...path);
  if (typeof found !== 'string') throw new Error(`${file} has no text at ${path.join('/')}`);
  return found;
}

let folder = '';
let stub: Listening;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-ci-'));
  const [contract, catalog] = await Promise.all([loadContract(), loadCatalog()]);
  stub = await createStub({ contract, catalog }).listen();
  await writeFile(join(folder, 'target.yaml'), stringify(targetOfCatalog(catalog, stub.baseUrl)));
  // What the package puts on the path: `assay`, also behind `npx --no`.
  const start = `exec node --disable-warning=ExperimentalWarning '${root}src/cli/bin.ts' "$@"\n`;
  const commands = { assay: `#!/bin/sh\n${start}`, npx: `#!/bin/sh\nshift 2\n${start}` };
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

/** Runs a script as the engine would, with the variables that it sets; gives back its exit code. */
async function runs(
  script: string,
  variables: Record<string, string>,
): Promise<{ code: number; out: string }> {
  const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: folder, NO_COLOR: '1', ...variables };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: folder, env }, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + said }),
    );
  });
}

describe('the examples of engines', { timeout: 120_000 }, () => {
  it('a Kubernetes Indexed Job reads its index from JOB_COMPLETION_INDEX', async () => {
    const [shard, verdict] = await Promise.all(
      ['kubernetes-job.yml', 'kubernetes-verdict.yml'].map(async (file) => {
        const place = ['spec', 'template', 'spec', 'containers', 0, 'args', 0];
        const text = await textIn(`examples/ci/${file}`, ...place);
        return text.replaceAll('/config/', '').replaceAll('/reports/', 'k8s-');
      }),
    );
    const pod = (index: number) =>
      runs(shard ?? '', { JOB_COMPLETION_INDEX: String(index), SHARD_COUNT: '2' });
    expect((await pod(0)).code).toBe(0);
    expect((await runs(verdict ?? '', {})).out).toContain('shard 2 of 2 is missing');
    expect((await pod(1)).code).toBe(0);
    expect(await runs(verdict ?? '', {})).toEqual({ code: 0, out: expect.stringMatching(/\nconforms — /) });
    expect(await readdir(folder)).toContain('k8s-assay.html');
  });

  it('a GitHub Actions matrix reads its index from the matrix', async () => {
    const file = 'examples/ci/github-matrix.yml';
    const variables = ['SHARD_INDEX', 'SHARD_COUNT'].map((name) =>
      textIn(file, 'jobs', 'shard', 'env', name),
    );
    expect(await Promise.all(variables)).toEqual([
      '$'.concat('{{ matrix.index }}'),
      '$'.concat('{{ strategy.job-total }}'),
    ]);
    const shard = (await textIn(file, 'jobs', 'shard', 'steps', 3, 'run')).replace(
      'shard.json',
      'github-$SHARD_INDEX.json',
    );
    for (const index of ['1', '2'])
      expect(await runs(shard, { SHARD_INDEX: index, SHARD_COUNT: '2' })).toMatchObject({ code: 0 });
    const verdict = await textIn(file, 'jobs', 'verdict', 'steps', 4, 'run');
    expect((await runs(verdict.replace('shards/*/shard.json', 'github-*.json'), {})).code).toBe(0);
  });

  it('the composite action checks, takes shards, and merges them', async () => {
    const script = await textIn('action.yml', 'runs', 'steps', 2, 'run');
    const inputs = { BASE_URL: '', TARGET: '', SHARD: '', MERGE: '', ARGUMENTS: '', REPORTS: 'reports' };
    const act = (given: Partial<typeof inputs>) =>
      runs(script, { GITHUB_ACTION_PATH: root, ...inputs, ...given });
    const target = { TARGET: 'target.yaml', ARGUMENTS: '--only node-products' };
    expect((await act({ ...target, SHARD: '1/2' })).code).toBe(0);
    expect((await act({ MERGE: 'reports/assay-*.json' })).code).toBe(2);
    expect((await act({ ...target, SHARD: '2/2' })).code).toBe(0);
    expect((await act({ MERGE: 'reports/assay-*.json' })).code).toBe(0);
    expect(await readdir(join(folder, 'reports'))).toEqual(
      expect.arrayContaining(['assay.html', 'assay.xml']),
    );
    expect((await act({ BASE_URL: 'http://127.0.0.1:1', SHARD: '1/2' })).code).toBe(2);
  });
});
