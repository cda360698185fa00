import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { type Io, resolvePath } from '../io/io.ts';

/** What asks for another run: changes of files, and keys. Listens until it is disposed of. */
export type Triggers = Disposable & {
  /** Waits until another run is asked for; false if it is time to end instead. */
  readonly next: () => Promise<boolean>;
  /** Aborted when it is time to end. */
  readonly ending: AbortSignal;
};

/** How long to wait after a change, in milliseconds: editors write a file in several steps. */
const settleTime = 100;

const endingKeys = ['q', '\u0003'];
/** The end of what can be typed; it is no end where files are still to be waited for. */
const endOfInput = '\u0004';
const runningKeys = ['r', '\r', '\n'];

/** What to listen to. */
type Watched = {
  readonly folders: readonly string[];
  /** Files outside of them. */
  readonly files: readonly string[];
  /** Files and folders of our own, whose changes ask for nothing. */
  readonly written: readonly string[];
};

/** Listens for keys, interrupts, and changes of files. */
export function openTriggers({ folders, files, written }: Watched, io: Io): Triggers {
  let isAsked = false;
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const end = new AbortController();
  const ask = (): void => {
    isAsked = true;
    wake();
  };
  const stop = (): void => {
    end.abort();
    wake();
  };
  const own = written.map((file) => resolve(file));
  const isOwn = (path: string): boolean => own.some((one) => path === one || path.startsWith(one + sep));
  const listen = (folder: string, recursive: boolean, isMeant: (name: string) => boolean): FSWatcher => {
    const watcher = watch(resolvePath(io, folder), { recursive }, (_, name) => {
      if (name !== null && !isMeant(name)) return;
      clearTimeout(timer);
      timer = setTimeout(ask, settleTime);
    });
    return watcher.on('error', ({ message }) => io.stderr.write(`--watch ${folder}: ${message}\n`));
  };
  const isSource = (folder: string, name: string): boolean =>
    !isAside(name) && !isOwn(resolve(resolvePath(io, folder), name));
  const watchers = [
    ...folders.map((folder) => listen(folder, true, (name) => isSource(folder, name))),
    // Editors replace a file by a new one, so its folder is watched.
    ...files.map((file) => listen(dirname(file), false, (name) => name === basename(file))),
  ];
  const interrupt = io.onInterrupt();
  interrupt.signal.addEventListener('abort', stop);
  const keys = io.onKeys((key) => {
    if (runningKeys.includes(key)) ask();
    if (endingKeys.includes(key) || (key === endOfInput && folders.length === 0)) stop();
  });
  return {
    ending: end.signal,
    next: async () => {
      while (!isAsked && !end.signal.aborted) {
        const { promise, resolve: awake } = Promise.withResolvers<void>();
        wake = awake;
        await promise;
      }
      isAsked = false;
      return !end.signal.aborted;
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      keys[Symbol.dispose]();
      interrupt[Symbol.dispose]();
    },
  };
}

/** Whether a file is no source: hidden, as what editors write next to a file, or of an installed package. */
const isAside = (name: string): boolean =>
  name.split(sep).some((step) => step.startsWith('.') || step === 'node_modules');
