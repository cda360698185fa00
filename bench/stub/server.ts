import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { isUp } from '../is-up.ts';

/** A server in a process of its own. */
export type Server = AsyncDisposable & {
  readonly port: number;
  /** Processor time that all its threads took so far, in seconds; Linux only. */
  readonly processor: () => number;
};

/** Starts a node process that serves, and waits until it answers a path. */
export async function startServer(words: (port: number) => readonly string[], path: string): Promise<Server> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  while (!(await isUp(`http://127.0.0.1:${port}${path}`))) {
    const isLate = performance.now() - begin > 60_000;
    if (isLate || child.exitCode !== null) {
      await stop(child);
      throw new Error(`${words(port)[0]} ${isLate ? 'is not ready in time' : 'ended'}: ${said}`);
    }
    await sleep(2);
  }
  const read = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    port,
    processor: () => {
      const threads = readdirSync(`/proc/${child.pid}/task`);
      const times = threads.map((thread) => Number(read(`task/${thread}/schedstat`).split(' ')[0]));
      return times.reduce((sum, time) => sum + time, 0) / 1e9;
    },
    [Symbol.asyncDispose]: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // One that is asked to end may keep what it compiled for its next start.
  child.kill('SIGTERM');
  const clock = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(clock);
}
