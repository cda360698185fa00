import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { UserError } from '../../src/errors.ts';

type Command = {
  readonly words: readonly [name: string, ...rest: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeout: number;
};

/** How much of an output is kept of its beginning, and of its end, in bytes. */
const mostKept = 65_536;

/** How long a process group may take to end before it is killed, in milliseconds; and once the run is to end. */
const [grace, shortGrace] = [1000, 400];

/**
 * Runs a command in a process group of its own. What takes too long, what is aborted, and what a command leaves running
 * is ended by that group.
 */
export async function runCommand({ words, cwd, env, timeout }: Command, signal?: AbortSignal) {
  const [name, ...rest] = words;
  if (words.some((word) => word.includes('\0')))
    throw new UserError(
      'a word of the command contains a null byte, which no process can take; leave it out.',
    );
  if (signal?.aborted) return { passed: false, how: 'interrupted', output: '', ms: 0 };
  const started = performance.now();
  const graceNow = (): number => (signal?.aborted ? shortGrace : grace);
  const child = spawn(name, rest, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = keepEnds();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', output.add);
  const closed = once(child, 'close');
  closed.catch(() => undefined);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  try {
    await Promise.race([exited, failed, aborted(ended)]);
  } catch (error) {
    throw unstartable(name, error as NodeJS.ErrnoException);
  }
  const isLate = child.exitCode === null && child.signalCode === null;
  const { exitCode, signalCode } = child;
  await endGroup(child.pid, exited, graceNow);
  // A process that left the group may keep the streams open for ever.
  await Promise.race([closed, sleep(graceNow(), undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return {
    passed: !isLate && exitCode === 0,
    how: isLate
      ? late(timeout, signal)
      : signalCode === null
        ? `exit code ${exitCode}`
        : `ended by ${signalCode}`,
    /** The beginning and the end of what it wrote, on both streams. */
    output: stripVTControlCharacters(output.text()),
    ms: performance.now() - started,
  };
}

function keepEnds() {
  let [head, tail, dropped] = [Buffer.alloc(0), Buffer.alloc(0), 0];
  return {
    add: (chunk: Buffer): void => {
      const room = mostKept - head.byteLength;
      head = room > 0 ? Buffer.concat([head, chunk.subarray(0, room)]) : head;
      const whole = Buffer.concat([tail, chunk.subarray(Math.max(0, room))]);
      tail = whole.subarray(-mostKept);
      dropped += whole.byteLength - tail.byteLength;
    },
    text: (): string =>
      [head, tail].map(String).join(dropped > 0 ? `\n… ${dropped} bytes not shown …\n` : ''),
  };
}

const late = (timeout: number, signal?: AbortSignal): string =>
  signal?.aborted ? 'interrupted' : `not done after ${timeout / 1000} s (--timeout), and ended`;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Ends whatever runs in a process group: first it is asked to end, then it is killed. */
async function endGroup(
  group: number | undefined,
  exited: Promise<void>,
  graceNow: () => number,
): Promise<void> {
  if (group === undefined || !signalGroup(group, 'SIGTERM')) return;
  const asked = performance.now();
  while (performance.now() - asked < graceNow() && signalGroup(group, 0)) await sleep(10);
  signalGroup(group, 'SIGKILL');
  await exited;
}

/** Signals a process group; false if there is none any more. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

const unstartable = (name: string, { code, message }: NodeJS.ErrnoException): UserError =>
  new UserError(
    code === 'ENOENT'
      ? `the command ${name} was not found; check its name, the folder and PATH.`
      : `the command ${name} cannot be started (${code ?? message}); check it.`,
  );
