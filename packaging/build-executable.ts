import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import manifest from '../package.json' with { type: 'json' };
import { root } from '../tools/bundle/checkout.ts';

// Makes one executable of the build and of the Node that runs this script. Arguments name another Node, such as that of
// another platform, and the file to write in `build/`.

const suffix = process.platform === 'win32' ? '.exe' : '';
const [node = process.execPath, name = `assay-${process.platform}-${process.arch}${suffix}`] =
  process.argv.slice(2);
const executable = join(root, 'build', name);
const work = mkdtempSync(join(tmpdir(), 'assay-executable-'));

/** The packages that the build imports, and what they import in turn. */
const external = new Set(Object.keys(manifest.dependencies));
// A set that is read completely also gives what is added on the way.
for (const name of external) {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  for (const next of Object.keys(dependencies)) external.add(next);
}

const start = join(work, 'start.cjs');
writeFileSync(start, "import('./dist/conformance/cli/bin.js');\n");
const patterns = [
  'package.json',
  'LICENSE',
  'dist/**',
  ...[...external].map((name) => `node_modules/${name}/**`),
];
const files = globSync(patterns, {
  cwd: root,
  withFileTypes: true,
  exclude: (entry) => /\.([cm]?ts|map)$|^(README|CHANGELOG|@types)\b/i.test(entry.name),
}).filter((entry) => entry.isFile());
const assets = Object.fromEntries(
  files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return [file.slice(root.length), file];
  }),
);
assets['start.cjs'] = start;

const digest = createHash('sha256');
for (const name of Object.keys(assets).sort()) digest.update(name).update(readFileSync(assets[name] ?? ''));
assets.digest = join(work, 'digest');
writeFileSync(assets.digest, digest.digest('hex').slice(0, 16));

const bundle = await rolldown({ input: join(root, 'packaging/launcher.ts'), platform: 'node' });
await bundle.write({ file: join(work, 'launcher.cjs'), format: 'cjs' });
writeFileSync(
  join(work, 'sea.json'),
  JSON.stringify({
    main: join(work, 'launcher.cjs'),
    output: join(work, 'blob'),
    disableExperimentalSEAWarning: true,
    assets,
  }),
);
const run = (...words: string[]): Buffer => execFileSync(process.execPath, words, { stdio: 'pipe' });
run('--experimental-sea-config', join(work, 'sea.json'));
mkdirSync(dirname(executable), { recursive: true });
copyFileSync(node, executable);
chmodSync(executable, 0o755);
const injected = ['NODE_SEA_BLOB', join(work, 'blob'), '--macho-segment-name', 'NODE_SEA'];
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
run(join(root, 'node_modules/postject/dist/cli.js'), executable, ...injected, '--sentinel-fuse', fuse);
rmSync(work, { recursive: true });
process.stdout.write(`${executable}\n`);
