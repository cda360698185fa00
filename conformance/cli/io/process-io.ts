import { cacheFolderOf } from './cache-folder.ts';
import type { Interrupt, Io, Output } from './io.ts';

/** The streams, environment and signals of this process. */
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

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Only the first interrupt is caught; the second ends the process. */
function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const stopListening = (): void => {
    for (const signal of signals) process.off(signal, abort);
  };
  const abort = (): void => {
    stopListening();
    controller.abort();
  };
  for (const signal of signals) process.on(signal, abort);
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

/** On a terminal keys come one by one, Ctrl-C among them, which is then no signal. */
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
 * Ignores that a reader of our output stops reading, as `head` does: the run continues, for its reports and its exit
 * code.
 */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
