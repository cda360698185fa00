// Installs a public server and checks it.

import { spawn } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assayFile, fromSource } from '../command-of-assay.ts';
import { freePort } from '../free-port.ts';
import { isUp } from '../is-up.ts';
import { execute } from '../processes.ts';
import type { RealServer } from './servers.ts';

const work = join(import.meta.dirname, '../work/real');
const startMs = 180_000;
const checkMs = 300_000;

type Judged = { readonly last: string; readonly broken: readonly string[]; readonly warned: number };

/** The folder of a server, which is installed once. */
export async function installed(server: RealServer): Promise<string> {
  const folder = join(work, `${server.contract.replace(/\W+/g, '-')}-${server.version}`);
  const isThere = await access(join(folder, '.installed')).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await rm(folder, { recursive: true, force: true });
    await server.install(folder);
    await writeFile(join(folder, '.installed'), '');
  }
  return folder;
}

/** The `must` rules that a server breaks, how many others, and the last line of the check. */
export async function judge(server: RealServer, folder: string): Promise<Judged> {
  const port = await freePort();
  await server.fill?.(folder);
  const [command, ...words] = server.command(port);
  const child = spawn(command, words, { cwd: folder, stdio: 'ignore' });
  try {
    const address = `http://127.0.0.1:${port}`;
    await waitFor(address);
    const report = join(folder, 'report.json');
    const contract = join(import.meta.dirname, server.contract);
    const flags = ['--import', fromSource, '--disable-warning=ExperimentalWarning', assayFile];
    const check = ['check', address, '--no-target', '--contract', contract, '--report', `json=${report}`];
    const { code, output } = await execute(process.execPath, [...flags, ...check], {
      folder,
      limitMs: checkMs,
    });
    if (code === 2) throw new Error(`${server.name} could not be checked: ${output}`);
    const { results }: { results: { rule: string; level: string; verdict: string }[] } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    const isMust = ({ level }: { level: string }): boolean => level === 'must';
    return {
      last: output.trimEnd().split('\n').at(-1) ?? '',
      broken: failed.filter(isMust).map(({ rule }) => rule),
      warned: failed.filter((one) => !isMust(one)).length,
    };
  } finally {
    child.kill();
  }
}

async function waitFor(address: string): Promise<void> {
  const begin = performance.now();
  while (!(await isUp(address))) {
    if (performance.now() - begin > startMs) throw new Error(`${address} is not ready in time`);
    await sleep(200);
  }
}
