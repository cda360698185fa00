import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { assayFile } from '../../bench/command-of-assay.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { at, type Path } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import type { Listening } from '../../src/stub/listen.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where something of GitHub Actions is used. */
const workflows = [
  'action.yml',
  '.github/workflows/conformance.yml',
  'examples/ci/github-comment.yml',
  'examples/ci/github-client.yml',
  'docs/ci.md',
];

/** What is at a place of a YAML file, as text. */
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
  stub = await createStub({ contract, parts: stubPartsOf(catalog) }).listen();
  await writeFile(join(folder, 'assay.target.yaml'), stringify(targetOfCatalog(catalog, stub.baseUrl)));
  // What the package puts on the path: `assay`, also behind `npx --no`.
  const start = `exec node --disable-warning=ExperimentalWarning '${assayFile}' "$@"\n`;
  const commands = { assay: `#!/bin/sh\n${start}`, npx: `#!/bin/sh\nshift 3\n${start}` };
  for (const [name, text] of Object.entries(commands)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

/** A part of the rules, where what surrounds a check is tried. */
const few = { ASSAY_ONLY: 'application-key/*' };

/** Runs a script as the engine would, with the variables that it sets; gives back its exit code. */
async function runs(
  script: string,
  variables: Record<string, string>,
  place = folder,
): Promise<{ code: number; out: string }> {
  const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: folder, NO_COLOR: '1', ...variables };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: place, env }, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + said }),
    );
  });
}

/** A project whose tests send a client's only request. */
async function clientIn(name: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  const test = `fetch(process.env.ASSAY_STUB_URL + '/v2/application-keys', {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ data: { type: 'application_key', name: 'Importer' } }),
  }).then(({ status }) => process.exit(status === 201 ? 0 : 1));`;
  await writeFile(join(place, 'test.cjs'), test);
  await writeFile(join(place, 'package.json'), JSON.stringify({ scripts: { test: 'node test.cjs' } }));
  return place;
}

describe('the examples of engines', () => {
  it('GitLab CI checks, and leaves what it shows', async () => {
    const job = ['conformance', 'script', 1];
    const script = (await textIn('examples/ci/gitlab.yml', ...job)).replaceAll('=assay.', '=gitlab.');
    expect(await runs(script, few)).toEqual({ code: 0, out: expect.stringMatching(/\npasses — /) });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['gitlab.xml', 'gitlab.html']));
  });

  it.each([
    ['gitlab.yml', ['conformance', 'script', 1]],
    ['azure-pipelines.yml', ['steps', 2, 'script']],
  ] as const)('%s checks against a contract of one’s own', async (file, path) => {
    const openapi = join(root, 'examples/library/openapi.yaml');
    await using server = await createStub({ contract: await loadContract({ openapi }) }).listen();
    const place = await mkdtemp(join(folder, 'own-'));
    const target = { contract: openapi, baseUrl: server.baseUrl, token: 'any' };
    await writeFile(join(place, 'assay.target.yaml'), stringify(target));
    const variables = { ASSAY_ONLY: 'listShelves/total*', ASSAY_TARGET: 'assay.target.yaml' };
    const { code, out } = await runs(await textIn(`examples/ci/${file}`, ...path), variables, place);
    expect([code, out]).toEqual([0, expect.stringMatching(/\npasses — /)]);
    expect(await readFile(join(place, 'assay.xml'), 'utf8')).toContain('listShelves/total-');
  });

  it.each([
    ['GitHub Actions', 'github-client.yml', ['jobs', 'client', 'steps', 3, 'run']],
    ['GitLab CI', 'gitlab-client.yml', ['client', 'script', 1]],
  ] as const)('%s tries a client, and leaves what it shows', async (_, file, path) => {
    const place = await clientIn(`tried-by-${file}`);
    const script = (await textIn(`examples/ci/${file}`, ...path)).replace(
      ' -- npm',
      ' --only json-type -- npm',
    );
    const { code, out } = await runs(script, { GITHUB_STEP_SUMMARY: 'summary.md' }, place);
    expect([code, out]).toEqual([0, expect.stringMatching(/\npasses — /)]);
    expect(await readdir(place)).toEqual(expect.arrayContaining(['client.xml', 'client.html']));
  });

  it('Azure Pipelines checks, and leaves what it shows', async () => {
    const script = await textIn('examples/ci/azure-pipelines.yml', 'steps', 2, 'script');
    expect(await runs(script.replaceAll('=assay.', '=azure.'), few)).toEqual({
      code: 0,
      out: expect.stringMatching(/\npasses — /),
    });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['azure.xml', 'azure.html']));
  });

  it.each([
    ['github-comment.yml', ['jobs', 'conformance', 'steps', 6, 'run'], 'before/after.json', 'gh', 'pr comment 7 --body-file comment.md'],
    ['gitlab-comment.yml', ['conformance', 'script', 5], 'before.json', 'curl', '--form body=<comment.md /merge_requests/7/notes'],
  ])('%s comments on what changed, and fails where something broke', async (file, place, before, client, sent) => {
    const script = await textIn(`examples/ci/${file}`, ...place);
    await writeFile(join(folder, client), '#!/bin/sh\necho "$@" > sent\n', { mode: 0o755 });
    const check = 'npx --no -- assay check --only application-key/id-* --report json=after.json';
    await runs(`mkdir -p before; ${check}; cp after.json ${before}`, {});
    const variables = { NUMBER: '7', CI_MERGE_REQUEST_IID: '7' };
    expect(await runs(script, variables)).toEqual({ code: 0, out: expect.stringMatching(/\nno regression — nothing changed\n$/) });
    expect(await readFile(join(folder, 'comment.md'), 'utf8')).toContain('## ✅ assay: no regression');
    expect(await readFile(join(folder, 'sent'), 'utf8')).toContain(sent);
    await runs(`sed -i '0,/"verdict": "pass"/s//"verdict": "fail"/' after.json`, {});
    expect(await runs(script, variables)).toMatchObject({ code: 1, out: expect.stringContaining('1 rule began to fail') });
  }); // biome-ignore format: one line a case

  it.each(workflows)('%s names what it uses of others by its commit', async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const uses = [...text.matchAll(/\buses: (.*)$/gm)].map(([, used = '']) => used);
    expect(
      uses.filter((used) => !/^\.\/\S*$|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)),
    ).toEqual([]);
  });
});

describe('the composite action', () => {
  const outputs = () => join(folder, 'outputs');
  /** Runs a step as the engine would, and reads what it gives out. */
  async function step(id: string, variables: Record<string, string>, place = folder) {
    const steps = at(parse(await readFile(join(root, 'action.yml'), 'utf8')), 'runs', 'steps');
    const { run } = (steps as { id?: string; run: string }[]).find((one) => one.id === id) ?? expect.fail(id);
    await writeFile(outputs(), '');
    const ended = await runs(
      run,
      {
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: outputs(),
        ...variables,
      },
      place,
    );
    const given = (await readFile(outputs(), 'utf8')).trimEnd().split('\n').filter(Boolean);
    return { ...ended, given: Object.fromEntries(given.map((line) => line.split('='))) };
  }
  const inputs = {
    BASE_URL: '',
    TARGET: '',
    CONTRACT: '',
    CLIENT: '',
    ARGUMENTS: '',
    REPORTS: 'reports',
  };
  const act = (given: Partial<typeof inputs>, place = folder) =>
    step('check', { ...inputs, ...given }, place);
  const paths = (name: string) => ({
    json: `reports/${name}.json`,
    junit: `reports/${name}.xml`,
    html: `reports/${name}.html`,
  });

  it('tries a client instead of a check', async () => {
    const place = await clientIn('tried-by-action');
    const ended = await act({ CLIENT: 'node test.cjs', ARGUMENTS: '--only json-type --strict' }, place);
    expect(ended).toMatchObject({ code: 0, given: { ...paths('assay'), verdict: 'passes' } });
    const none = await act({ CLIENT: 'node --version', ARGUMENTS: '--only json-type' }, place);
    expect(none).toMatchObject({ code: 3, given: { ...paths('assay'), verdict: 'undetermined' } });
  });

  it('checks against a contract of one’s own', async () => {
    const place = join(folder, 'own');
    await mkdir(place);
    const contract = join(root, 'examples/library/openapi.yaml');
    const ended = await act({ CONTRACT: contract, ARGUMENTS: '--stub --only listBooks/total*' }, place);
    expect(ended).toMatchObject({ code: 0, given: { verdict: 'passes' } });
    expect(ended.out).toContain('listBooks');
  });

  it('gives the verdict where the check fails', async () => {
    const ended = await act({
      ARGUMENTS: '--only node-products/links-* --require node-products/links-others-string',
    });
    expect(ended).toMatchObject({ code: 3, given: { ...paths('assay'), verdict: 'undetermined' } });
  });

  it('gives nothing where the check could not run', async () => {
    const ended = await act({ BASE_URL: 'http://127.0.0.1:1' });
    expect([ended.code, ended.given]).toEqual([2, {}]);
  });

  it('fails where there is neither a base URL nor a target file', async () => {
    const ended = await runs('rm -rf empty && mkdir empty', {}).then(() => act({}, join(folder, 'empty')));
    expect([ended.code, ended.given]).toEqual([2, {}]);
    expect(ended.out).toContain('there is no server to check');
    expect(await act({ ARGUMENTS: '--stub --only application-key' }, join(folder, 'empty'))).toMatchObject({
      code: 0,
      given: { verdict: 'passes' },
    });
  });

  it('fails where nothing was checked', async () => {
    const ended = await act({ ARGUMENTS: '--stub --plan' });
    expect([ended.code, ended.given]).toEqual([2, {}]);
    expect(ended.out).toContain('::error title=assay checked nothing::');
  });

  it('takes no input but `arguments` for an option', async () => {
    for (const input of ['BASE_URL', 'CLIENT', 'CONTRACT', 'TARGET'] as const) {
      const ended = await act({ [input]: '--report=json=taken.json' });
      expect([input, ended.code]).toEqual([input, 2]);
    }
    expect(await readdir(folder)).not.toContain('taken.json');
  });

  it.each([
    ['new enough', 'v22.19.0', 0],
    ['newer', 'v100.0.0', 0],
    ['too old', 'v22.9.0', 2],
    ['much too old', 'v8.17.0', 2],
  ])('says where the Node of the job is too old, and installs none: %s', async (_, version, expected) => {
    const bin = join(folder, `bin-${version}`);
    await mkdir(bin);
    await writeFile(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    const { code, out } = await step('node', { PATH: [bin, process.env.PATH].join(delimiter) });
    const sentence = `::error title=assay needs Node 22.19 or newer::this job has ${version.slice(1)}; use actions/setup-node before this step\n`;
    expect([code, out]).toEqual([expected, expected === 0 ? '' : sentence]);
  });

  it('installs only what is locked, and runs no script of it', async () => {
    const text = await readFile(join(root, 'action.yml'), 'utf8');
    expect(text.match(/\bnpm (?!ci --omit=dev --ignore-scripts )\S+/g)).toBeNull();
  });
});
