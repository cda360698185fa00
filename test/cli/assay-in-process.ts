import type { Io, Output } from '../../conformance/cli/io/io.ts';
import { main } from '../../conformance/cli/main.ts';

/** The working folder and the environment of a command, and where it keeps things. */
type Surroundings = {
  readonly folder?: string;
  readonly environment?: Io['env'];
  readonly isTerminal?: boolean;
  readonly cacheFolder?: string;
};

/** An `Io` that records what is written, and can be interrupted. */
export function createIo({
  folder = '.',
  environment = {},
  isTerminal = false,
  cacheFolder,
}: Surroundings = {}) {
  const written = { out: '', error: '' };
  const controller = new AbortController();
  const listeners = new Set<(key: string) => void>();
  const output = (stream: keyof typeof written): Output => ({
    write: (text) => {
      written[stream] += text;
    },
    isTerminal,
    columns: undefined,
  });
  const io: Io = {
    stdout: output('out'),
    stderr: output('error'),
    env: { NO_COLOR: '1', ...environment },
    cwd: folder,
    cacheFolder,
    onInterrupt: () => ({ signal: controller.signal, [Symbol.dispose]: () => {} }),
    onKeys: (press) => {
      listeners.add(press);
      return { [Symbol.dispose]: () => void listeners.delete(press) };
    },
    startTime: performance.now(),
  };
  const press = (key: string): void => {
    for (const listen of listeners) listen(key);
  };
  return { io, written, press, interrupt: () => controller.abort() };
}

/** Starts a command in this process; `ended` resolves to its exit code. */
export function startAssay(words: readonly string[], surroundings?: Surroundings) {
  const { io, written, press, interrupt } = createIo(surroundings);
  return { written, press, interrupt, ended: main(words, io) };
}

/** What a command wrote to stderr, without how far it was: it says that only on a slow machine. */
export const withoutProgress = (error: string): string =>
  error.replaceAll(/^progress: \d+(?: of \d+)? steps after \d+ s, now .*\n/gm, '');

/** Runs a command in this process, and returns its exit code and output, without how far it was. */
export async function runAssay(words: readonly string[], surroundings?: Surroundings) {
  const { written, ended } = startAssay(words, surroundings);
  const code = await ended;
  return { code, out: written.out, error: withoutProgress(written.error) };
}

/** Starts `assay stub` on a free port in this process, and waits until it listens. */
export async function startStub(words: readonly string[], surroundings?: Surroundings) {
  const last = words.includes('--quiet') ? /\n$/ : /Ctrl-C stops\n$/;
  const stub = await startServing(['stub', '--port', '0', ...words], last, surroundings);
  const [baseUrl = ''] = /http:\S+/.exec(stub.written.out) ?? [];
  return { ...stub, baseUrl };
}

/** Starts a command that serves until it is interrupted, and waits until it has written something. */
async function startServing(words: readonly string[], said: RegExp, surroundings?: Surroundings) {
  const { written, interrupt, ended } = startAssay(words, surroundings);
  await Promise.race([ended, until(() => said.test(written.out))]);
  const stop = (): Promise<number> => {
    interrupt();
    return ended;
  };
  return { written, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
