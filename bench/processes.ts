import { spawn } from 'node:child_process';

/** What happened to a command. */
export type Ended = {
  /** The exit code; null where it was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly isLate: boolean;
  readonly ms: number;
};

/** Where a command runs, and for how long at the most. */
export type Where = {
  readonly folder: string;
  readonly limitMs: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** What may be deleted. Commands run in it. */
export const work = new URL('work/', import.meta.url);

/** A port where nobody listens. */
export const nowhere = 'http://127.0.0.1:9';

/** Nothing but loopback is reachable: whatever else a command asks for goes nowhere. */
const loopbackOnly = {
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  http_proxy: nowhere,
  https_proxy: nowhere,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
};

/** Runs a command to its end; what takes too long is killed, with all it started. */
export function execute(command: string, words: readonly string[], where: Where): Promise<Ended> {
  const begin = performance.now();
  const child = spawn(command, words, {
    cwd: where.folder,
    env: { ...process.env, ...loopbackOnly, ...where.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, where.limitMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(clock);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve({ code, output, isLate, ms: performance.now() - begin });
    });
  });
}
