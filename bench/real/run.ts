// Checks public servers, in versions with reported bugs and in versions without: npm run bench -- real ['NAME']

import { spawn } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assayFile, fromSource } from '../command-of-assay.ts';
import { freePort } from '../free-port.ts';
import { isUp } from '../is-up.ts';
import { execute } from '../processes.ts';
import { type RealServer, servers } from './servers.ts';

const work = join(import.meta.dirname, '../work/real');
const startMs = 30_000;
const checkMs = 120_000;

type Judged = { readonly last: string; readonly broken: readonly string[]; readonly warned: number };

const [pattern = ''] = process.argv.slice(2);
for (const server of servers.filter(({ name, version }) => `${name} ${version}`.includes(pattern))) {
  const { broken, last, warned } = await judge(server, await installed(server));
  const missed = server.reports.filter(({ rule }) => !broken.some((one) => rule.test(one)));
  const further = broken.filter((one) => !server.reports.some(({ rule }) => rule.test(one)));
  const found = server.reports.length - missed.length;
  process.stdout.write(
    `${server.name} ${server.version} (${server.language}): ${found} of ${server.reports.length} reported bugs found; ${warned} warnings\n` +
      missed.map(({ url, says }) => `  missed: ${says} (${url})\n`).join('') +
      further.map((rule) => `  beside them: ${rule}\n`).join('') +
      `  ${last}\n`,
  );
}

/** The folder of a server, which is installed once. */
async function installed(server: RealServer): Promise<string> {
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

async function judge(server: RealServer, folder: string): Promise<Judged> {
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
    const { output } = await execute(process.execPath, [...flags, ...check], { folder, limitMs: checkMs });
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
