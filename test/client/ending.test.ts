import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ClientReport } from '../../conformance/client/client-report.ts';
import { start } from '../hostile/processes/start.ts';

const folder = process.cwd();

/** The promise is two seconds; a busy machine may take longer, and without the promise it were minutes. */
const mostSeconds = 20;

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20);
};

const listing =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/606699e3-d3d0-4977-9433-444b2d312311/products';

/** A client that passes so many times, and then ignores whoever asks it to end. It writes its process id once it does. */
async function stubborn(passes: number): Promise<{ file: string; pid: string }> {
  const name = join(folder, `client-${Math.random()}`);
  const lines = `import { appendFileSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
    import { spawn } from 'node:child_process';
    await fetch(process.env.ASSAY_STUB_URL + '${listing}', { headers: { authorization: 'Bearer canary-token-1' } });
    appendFileSync('${name}.count', '.');
    if (readFileSync('${name}.count').length > ${passes}) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${name}'], { stdio: 'ignore' });
      setInterval(() => {}, 1000);
      if (!existsSync('${name}.pid')) writeFileSync('${name}.pid', String(process.pid));
    }`;
  await writeFile(`${name}.mjs`, lines);
  return { file: `${name}.mjs`, pid: `${name}.pid` };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The processes that have a word in their command line. */
async function runningWith(word: string): Promise<string[]> {
  const all = await readdir('/proc').catch(() => []);
  const lines = all
    .filter((name) => /^\d+$/.test(name))
    .map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).filter((line) => line.split('\0').includes(word));
}

describe('a run with a client that ignores signals ends, with its report and without the client', () => {
  it.each<[string, number, NodeJS.Signals | undefined]>([
    ['on SIGTERM, while the baseline runs', 0, 'SIGTERM'],
    ['on Ctrl-C, while variations run', 1, 'SIGINT'],
    ['when the terminal is closed, of which both the shell and the system tell', 1, 'SIGHUP'],
    ['once its budget is spent', 1, undefined],
  ])('%s', async (_, passes, signal) => {
    const { file, pid } = await stubborn(passes);
    const report = `${file}.json`;
    const budget = signal ? [] : ['--budget', '8'];
    await using client = await start(
      'client',
      ...budget,
      '--report',
      `json=${report}`,
      '--',
      process.execPath,
      file,
    );
    if (signal) await until(() => existsSync(pid));
    const began = performance.now();
    const { code, out, error } = await client.end(signal, ...(signal === 'SIGHUP' ? [signal] : []));
    expect((performance.now() - began) / 1000).toBeLessThan(mostSeconds);
    expect(code, error).toBe(3);
    expect(out).toMatch(
      signal ? /^undetermined — .*the run was interrupted/m : /^undetermined — .*--budget/m,
    );
    const { verdict, exitCode, variations } = JSON.parse(await readFile(report, 'utf8')) as ClientReport;
    expect([verdict, exitCode]).toEqual(['undetermined', 3]);
    expect(variations.filter(({ outcome }) => outcome !== 'not run')).toEqual([]);
    if (existsSync(pid)) expect(isRunning(Number(await readFile(pid, 'utf8')))).toBe(false);
    expect(await runningWith(file.replace(/\.mjs$/, ''))).toEqual([]);
  });
});
