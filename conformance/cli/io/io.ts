import { existsSync, watch } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Colours, coloursIf, printable } from '../../report/escaping.ts';

export type Output = {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
};

export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where state is kept between commands; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  /** Without it, an interrupt ends the process. */
  readonly onInterrupt: () => Disposable & { readonly signal: AbortSignal };
  /** In a pipe, characters are keys. */
  readonly onKeys: (press: (key: string) => void) => Disposable;
  readonly startTime: number;
};

export type Exit = (code: number) => void;

/** Prints lines. What the files or the server of others say in them cannot steer a terminal or the log of a CI engine. */
export function print({ stdout }: Io, text: string): void {
  stdout.write(`${text.split('\n').map(printable).join('\n')}\n`);
}

export const resolvePath = ({ cwd }: Io, path: string): string => (isAbsolute(path) ? path : join(cwd, path));

type WatchedPlace = {
  readonly folder: string;
  /** Whether folders in it are watched, too. */
  readonly recursive?: boolean;
  /** Whether a file in it is meant, by its path in the folder. */
  readonly isMeant: (name: string) => boolean;
};

export const placeOfFile = (file: string): WatchedPlace => ({
  folder: dirname(file),
  isMeant: (name) => name === basename(file),
});

/** Editors write a file in several steps. */
const pauseAfterChange = 100;

/** Calls `onChange` when files change, once for all that change together. */
export function watchFiles(places: readonly WatchedPlace[], onChange: () => void, io: Io): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const watchers = places.map(({ folder, recursive = false, isMeant }) =>
    watch(resolvePath(io, folder), { recursive }, (_, name) => {
      if (name !== null && !isMeant(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, pauseAfterChange);
    }).on('error', ({ message }) => io.stderr.write(`--watch ${folder}: ${message}\n`)),
  );
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

export function coloursFor({ stdout, env }: Io): Colours {
  const isCapable = stdout.isTerminal && env.TERM !== 'dumb';
  return coloursIf(!env.NO_COLOR && Boolean(env.FORCE_COLOR || env.CI || isCapable));
}

export const nearestWith = (name: string, folders: readonly string[]): string | undefined =>
  folders.find((folder) => existsSync(join(folder, name)));
