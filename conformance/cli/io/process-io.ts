import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { foldersUp, isOwnFolder } from '../../../src/ownership.ts';
import { userCache } from '../../../src/user-cache.ts';
import { type Io, nearestWith, type Output } from './io.ts';

export const processIo = (): Io => ({
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  env: process.env,
  // Paths stay relative, so that messages show them as they were typed.
  cwd: '.',
  cacheFolder: cacheFolderOf('.', process.env),
  onInterrupt,
  onKeys,
  startTime: 0,
});

const outputOf = (stream: NodeJS.WriteStream): Output => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true,
  get columns() {
    return stream.columns;
  },
});

const [interrupts, hangUp] = [['SIGINT', 'SIGTERM'], 'SIGHUP'] as const;

/**
 * Only the first interrupt is caught; the second ends the process. For a closed terminal, the shell and the system
 * both send a signal, so each is caught.
 */
function onInterrupt(): ReturnType<Io['onInterrupt']> {
  const controller = new AbortController();
  const abort = (): void => {
    for (const signal of interrupts) process.off(signal, abort);
    controller.abort();
  };
  for (const signal of [...interrupts, hangUp]) process.on(signal, abort);
  const stopListening = (): void => {
    for (const signal of [...interrupts, hangUp]) process.off(signal, abort);
  };
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

/** A terminal sends keys one by one; Ctrl-C is then a key, not a signal. */
function onKeys(press: (key: string) => void): Disposable {
  const { stdin } = process;
  const setRaw = (isRaw: boolean): void => void (stdin.isTTY && stdin.setRawMode(isRaw));
  const read = (text: string): void => {
    for (const key of text) press(key);
  };
  setRaw(true);
  const end = (): void => press('\u0004');
  stdin.setEncoding('utf8').on('data', read).on('end', end);
  return {
    [Symbol.dispose]: () => {
      stdin.off('data', read).off('end', end).pause();
      setRaw(false);
    },
  };
}

/**
 * Lets a run finish, with reports and exit code, if its output breaks. A closed pipe or terminal is ignored; the
 * returned function names any other failure.
 */
export function outliveOutput(): () => string | undefined {
  let failed: string | undefined;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EIO' || failed !== undefined) return;
      failed = `the output cannot be written (${code ?? message}); make room for it, or write it elsewhere.`;
      process.stderr.write(`${failed}\n`);
    });
  return () => failed;
}

const largeProcess = 256 * 2 ** 20;
const interval = 100;

/**
 * By default V8 lets the heap grow with the memory of the machine: garbage would take a gigabyte. To save memory from
 * the start would cost a quarter of the time.
 */
export function saveMemoryWhenLarge(): void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() < largeProcess) return;
    clearInterval(timer);
    setFlagsFromString('--optimize-for-size');
  }, interval).unref();
}

/**
 * The cache folder of a project: in its node_modules, or else in the user's cache. Links, and folders that others can
 * write to, are not used: their content could make a check skip rules.
 */
export function cacheFolderOf(folder: string, env: Io['env']): string | undefined {
  const project = nearestWith('package.json', foldersUp(folder)) ?? resolve(folder);
  const packages = join(project, 'node_modules');
  const within = [join(packages, '.cache'), join(packages, '.cache', 'assay')];
  if (isOwnFolder(packages) && within.every((one) => isOwnFolder(one) !== false))
    return join(packages, '.cache', 'assay');
  const cache = userCache(env);
  return cache && join(cache, createHash('sha256').update(project).digest('hex').slice(0, 16));
}
