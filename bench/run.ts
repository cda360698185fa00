import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suggestion } from '../src/words.ts';

/** The measurements by name (`npm run bench -- NAME`): the file of each, and whether it measures the build. */
const benches: Readonly<Record<string, { readonly file: string; readonly isOfBuild?: boolean }>> = {
  cost: { file: 'cost/run.ts', isOfBuild: true },
  disturbed: { file: 'disturbed/run.ts' },
  foreign: { file: 'foreign/run.ts' },
  clients: { file: 'clients/run.ts' },
  real: { file: 'real/run.ts' },
  'real-beside': { file: 'real/tools.ts' },
};

const [name = '', ...words] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) {
  if (bench.isOfBuild) await run('npm', ['run', '-s', 'build']);
  await run(process.execPath, [...process.execArgv, join(import.meta.dirname, bench.file), ...words]);
} else {
  process.stderr.write(`there is no measurement "${name}"; ${suggestion(name, Object.keys(benches))}\n`);
  process.exitCode = 2;
}

/** Runs a command with the terminal of this process, and ends with its exit code if that is not 0. */
async function run(command: string, given: readonly string[]): Promise<void> {
  const child = spawn(command, given, { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) process.exit(code ?? 2);
}
