import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle/bundle.ts';
import { build, root } from './bundle/checkout.ts';
import { copyLicences } from './bundle/packages.ts';
import { makeReady } from './make-ready.ts';

// Makes what is published, in `dist/`. Until it is complete it is in `build/dist/`: a command that starts meanwhile finds the build before.

const dist = join(root, 'dist');
const before = join(root, 'build/before');

/** What is published as it is. */
const copied = [
  'spec/*.yaml',
  'fixtures/*.yaml',
  'conformance/report/{style.css,page.js}',
  '{src,conformance,spec}/**/*.schema.json',
];

async function run(command: string, ...words: string[]): Promise<void> {
  const [code] = await once(spawn(command, words, { cwd: root, stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error(`${[command, ...words].join(' ')} ended with ${code}`);
}

for (const folder of [build, before]) rmSync(folder, { recursive: true, force: true });
// First, since `build-if-changed.ts` takes its time for that of the build.
copyLicences(join(build, 'licences'));
await run(process.execPath, '--disable-warning=ExperimentalWarning', 'tools/make-types.ts');

const declarations = run('tsc', '-p', 'tsconfig.build.json');
await Promise.all([declarations, bundle(), makeReady()]);
for (const name of globSync(copied, { cwd: root })) cpSync(join(root, name), join(build, name));
cpSync(join(root, 'build/types.d.ts'), join(build, 'types.d.ts'));
writeFileSync(join(build, 'types.js'), 'export {};\n');

if (existsSync(dist)) renameSync(dist, before);
renameSync(build, dist);
rmSync(before, { recursive: true, force: true });
