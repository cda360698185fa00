import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { definitionKinds, filesDefining } from '../../conformance/rule-files/rules-of-folder.ts';
import { exported } from '../exported.ts';
import { build, nameOf, root } from './checkout.ts';
import { fewChunks } from './chunks.ts';
import { withLeanClient } from './client.ts';
import { isExternal } from './packages.ts';
import { withValidators } from './validators.ts';

const shippedFiles = [
  'spec/stub/parts.ts',
  ...(await Promise.all(definitionKinds.map((kind) => filesDefining(kind, join(root, 'spec/rules')))))
    .flat()
    .map((name) => `spec/rules/${name}`),
];

/** Sources that are run, or imported from outside; those on threads are found by their names. */
const entries = [
  'conformance/cli/bin.ts',
  'conformance/proof/worker.ts',
  'conformance/proof/trials.ts',
  // The shipped contract is a folder, whose files are found when it is loaded.
  ...shippedFiles,
  ...[...exported.values()]
    .map((source) => nameOf(fileURLToPath(source)))
    .filter((file) => file.endsWith('.ts')),
];

/**
 * Bundles the sources into the build: one file for each that is run or imported, and what they share in `dist/chunks/`.
 * Hundreds of small files take longer to find and to open than all that is in them takes to run. The plugins replace
 * whole modules and never change the text of one, where a name that they use could be taken.
 */
export async function bundle(): Promise<void> {
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
    platform: 'node',
    transform: { target: 'es2024' },
    external: isExternal,
    // A report is written by what is loaded later, also where something else has loaded it before.
    checks: { ineffectiveDynamicImport: false },
    plugins: [withLeanClient, withValidators],
  });
  await bundler.write({
    dir: build,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: fewChunks(),
  });
  await bundler.close();
}
