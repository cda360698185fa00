import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { exported } from '../exported.ts';
import { build, nameOf, root } from './checkout.ts';
import { fewChunks } from './chunks.ts';
import { withLeanClient } from './client.ts';
import { withDefinitions } from './definitions.ts';
import { copyLicences, isExternal } from './packages.ts';
import { withPlaces } from './places.ts';
import { withValidators } from './validators.ts';

// Bundles the sources into the build: one file for each that is run or imported, and what they share in `dist/chunks/`.
// Hundreds of small files take longer to find and to open than all that is in them takes to run.

/** The sources of what the package exports. */
const sources = [...exported.values()].map((source) => nameOf(fileURLToPath(source)));

/** Sources that are run, or imported from outside; those on threads are found by their names. */
const entries = [
  'conformance/cli/bin.ts',
  'conformance/proof/worker.ts',
  'conformance/proof/trials.ts',
  ...sources.filter((file) => file.endsWith('.ts')),
];

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    entries.map((file) => [nameOf(join(root, file)).replace(/\.ts$/, ''), join(root, file)]),
  ),
  platform: 'node',
  transform: { target: 'es2024' },
  external: isExternal,
  // A report is written by what is loaded later, also where something else has loaded it before.
  checks: { ineffectiveDynamicImport: false },
  plugins: [withLeanClient, withPlaces, withDefinitions, withValidators],
});
await bundle.write({
  dir: build,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: fewChunks(),
});
await bundle.close();

for (const file of sources.filter((name) => name.endsWith('.schema.json'))) {
  const copy = join(build, file);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(join(root, file), copy);
}
await copyLicences(join(build, 'licences'));
