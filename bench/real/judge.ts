// Installs a public server and checks it.

import { type ChildProcess, spawn } from 'node:child_process';
import { access, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assayFile, fromSource } from '../command-of-assay.ts';
import { freePort } from '../free-port.ts';
import { isUp } from '../is-up.ts';
import { execute, work } from '../processes.ts';
import type { RealServer } from './servers.ts';

const installMs = 900_000;
const startMs = 180_000;
export const limitMs = 300_000;
// Registries are outside the loopback address.
const environment = { HTTP_PROXY: '', HTTPS_PROXY: '', http_proxy: '', https_proxy: '' };

export const contractOf = ({ contract }: RealServer): string => join(import.meta.dirname, contract);

type Judged = {
  readonly last: string;
  readonly broken: readonly string[];
  readonly warned: readonly string[];
};

/** The folder of a server, with the files beside its contract. */
export async function installed(server: RealServer): Promise<string> {
  const files = dirname(contractOf(server));
  const folder = await installedIn(server.name, server.install, files);
  await cp(files, folder, { recursive: true });
  return folder;
}

/** A folder of the bench, in which a command is run once, with some files. */
export async function installedIn(name: string, install: string, files?: string): Promise<string> {
  const folder = join(fileURLToPath(work), 'real', name.replaceAll(/[^\w./]+/g, '-'));
  const mark = join(folder, '.installed');
  const isThere = await access(mark).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (files !== undefined) await cp(files, folder, { recursive: true });
  const { code, output } = await execute('sh', ['-c', install], { folder, limitMs: installMs, environment });
  if (code !== 0) throw new Error(`${install} ended with ${code}: ${output.slice(-400)}`);
  await writeFile(mark, '');
  return folder;
}

/** Serves a public server while something is done at its address. */
export async function serving<Result>(
  { start }: RealServer,
  folder: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const command = start.replace('{port}', String(port));
  const child = spawn('sh', ['-c', command], { cwd: folder, stdio: 'ignore', detached: true });
  try {
    const address = `http://127.0.0.1:${port}`;
    await waitFor(address, child);
    return await use(address);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  }
}

/** The `must` rules and the others that a server breaks, and the last line of the check. */
export const judge = (server: RealServer, folder: string): Promise<Judged> =>
  serving(server, folder, async (address) => {
    const report = join(folder, 'report.json');
    const flags = ['--import', fromSource, '--disable-warning=ExperimentalWarning', assayFile];
    const check = [
      'check',
      address,
      '--no-target',
      '--contract',
      contractOf(server),
      '--report',
      `json=${report}`,
    ];
    const { code, output } = await execute(process.execPath, [...flags, ...check], { folder, limitMs });
    if (code === 2) throw new Error(`${server.name} could not be checked: ${output}`);
    const { results }: { results: { rule: string; level: string; verdict: string }[] } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    return {
      last: output.trimEnd().split('\n').at(-1) ?? '',
      broken: failed.filter(({ level }) => level === 'must').map(({ rule }) => rule),
      warned: failed.filter(({ level }) => level !== 'must').map(({ rule }) => rule),
    };
  });

async function waitFor(address: string, child: ChildProcess): Promise<void> {
  const begin = performance.now();
  while (!(await isUp(address))) {
    if (child.exitCode !== null || performance.now() - begin > startMs)
      throw new Error(`${address} is not ready in time`);
    await sleep(200);
  }
}
