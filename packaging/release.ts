import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { root } from '../tools/bundle/checkout.ts';

// Makes a release in `build/release/`: `npm run release -- 0.2.0`. With --dry-run, the branch stays as it is. --base names another
// base image, and --no-image leaves the image out. Nothing is published or pushed: the last line says how.

const stop = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
};
const tell = (line: string): boolean => process.stdout.write(`${line}\n`);
const run = (cwd: string, command: string, ...words: string[]): string =>
  execFileSync(command, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: 'pipe',
  });
process.on('uncaughtException', ({ message }) => stop(message));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    base: { type: 'string' },
    image: { type: 'boolean', default: true },
  },
});
const [version = manifest.version] = positionals;
const isDry = options['dry-run'];
const output = join(root, 'build/release');
const day = new Date().toISOString().slice(0, 10);

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) stop(`${version} is not a version; write it like 0.2.0.`);
if (run(root, 'git', 'tag', '--list', `v${version}`) !== '')
  stop(`v${version} exists; choose the next version.`);
if (!isDry && run(root, 'git', 'status', '--porcelain') !== '')
  stop('files are not committed; commit them first.');
const changes = /## Unreleased\n+([\s\S]*?)(?=\n## |$)/.exec(
  readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
)?.[1];
if (!changes?.trim()) stop('CHANGELOG.md has nothing under "Unreleased"; write there what changed.');
const engines = options.image ? ['docker', 'podman', 'buildah'] : [];
const engine = engines.find((name) => spawnSync(name, ['info']).status === 0);
if (options.image && engine === undefined)
  stop('the image needs docker, podman or buildah; start one of them, or leave it out with --no-image.');

// A release is made of what is committed, not of what lies around, in a checkout of its own.
const work = mkdtempSync(join(tmpdir(), 'assay-release-'));
const checkout = join(work, 'assay');
run(root, 'git', 'worktree', 'add', '--quiet', '--detach', checkout, 'HEAD');
process.on('exit', () => {
  spawnSync('git', ['worktree', 'remove', '--force', checkout], { cwd: root });
  rmSync(work, { recursive: true, force: true });
});
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

const bump = ['version', version, '--no-git-tag-version', '--no-workspaces-update', '--ignore-scripts'];
if (version !== manifest.version) run(checkout, 'npm', ...bump);
for (const name of ['CHANGELOG.md', 'README.md', 'docs/tutorial.md']) {
  const text = readFileSync(join(checkout, name), 'utf8')
    .replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${day})\n`)
    .replaceAll(`assay-${manifest.version}.tgz`, `assay-${version}.tgz`);
  writeFileSync(join(checkout, name), text);
}
run(checkout, 'git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
const commit = run(checkout, 'git', 'rev-parse', 'HEAD').trim();
writeFileSync(join(output, 'notes.md'), changes ?? '');
tell(`version ${version}, in commit ${commit}`);

run(checkout, 'npm', 'ci', '--prefer-offline');
run(checkout, 'npm', 'pack', '--pack-destination', output);
tell('packed');
const executable = run(checkout, 'node', 'packaging/build-executable.ts').trim();
renameSync(executable, join(output, `assay-${version}-${process.platform}-${process.arch}`));
tell('built the executable of this platform');
writeFileSync(join(output, `assay-${version}.cdx.json`), billOfMaterials());
if (engine !== undefined) {
  const settings = { VERSION: version, REVISION: commit, ...(options.base ? { BASE: options.base } : {}) };
  const words = Object.entries(settings).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  // Without it, what is not Docker leaves the health check out.
  if (engine !== 'docker') words.push('--format', 'docker');
  const tag = `localhost/assay:${version}`;
  run(checkout, engine, 'build', '-f', 'packaging/Containerfile', ...words, '-t', tag, '.');
  const image = join(output, `assay-${version}-image.tar`);
  if (engine === 'buildah') run(checkout, engine, 'push', tag, `docker-archive:${image}:${tag}`);
  else run(checkout, engine, 'save', '--output', image, tag);
  tell(`built the image with ${engine}`);
}

/** What is in the packed file and in the executable. In the checkout, npm leaves out what development needs as well. */
function billOfMaterials(): string {
  const folder = join(work, 'contents', manifest.name);
  mkdirSync(folder, { recursive: true });
  const { name, license, dependencies, devDependencies } = manifest;
  const contents = { ...dependencies, node: devDependencies.node };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version, license, dependencies: contents }),
  );
  copyFileSync(join(checkout, 'package-lock.json'), join(folder, 'package-lock.json'));
  run(folder, 'npm', 'install', '--package-lock-only', '--ignore-scripts', '--prefer-offline');
  return run(folder, 'npm', 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
}

const digests = readdirSync(output).map((name) => ({
  name,
  digest: {
    sha256: createHash('sha256')
      .update(readFileSync(join(output, name)))
      .digest('hex'),
  },
}));
writeFileSync(
  join(output, 'SHA256SUMS'),
  digests.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join(''),
);
// What a trusted runner signs: which files were built, of which commit.
const provenance = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: digests,
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:assay:release',
      externalParameters: { command: `npm run release -- ${version}` },
      resolvedDependencies: [{ uri: 'git+file:.', digest: { gitCommit: commit } }],
    },
    runDetails: { builder: { id: 'unsigned' } },
  },
};
writeFileSync(join(output, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);

if (!isDry) {
  run(root, 'git', 'merge', '--quiet', '--ff-only', commit);
  run(root, 'git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`, commit);
}
for (const name of readdirSync(output).sort()) tell(`  build/release/${name}`);
tell(
  isDry
    ? 'tried only: the branch is as it was, and there is no tag'
    : 'committed and tagged; next: git push --follow-tags, then npm publish in CI',
);
