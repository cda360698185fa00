import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Colours, coloursIf } from '../../report/plain.ts';

/** A stream that a command writes text to. */
export type Output = {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** The width of the terminal in characters, if it is known. */
  readonly columns: number | undefined;
};

/** Listens for an interrupt until it is disposed. */
export type Interrupt = Disposable & { readonly signal: AbortSignal };

/** Everything that the command line uses of the process it runs in. */
export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths on the command line are resolved against this folder. */
  readonly cwd: string;
  /** Where things are kept from one command to the next; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  /** Starts listening for an interrupt, such as Ctrl-C. Without it, an interrupt ends the process. */
  readonly onInterrupt: () => Interrupt;
  /** Listens for keys, each as it is pressed; in a pipe, for characters. */
  readonly onKeys: (press: (key: string) => void) => Disposable;
  /** When the command started, on the clock of `performance.now()`. */
  readonly startTime: number;
};

export type Exit = (code: number) => void;

export function print({ stdout }: Io, text: string): void {
  stdout.write(`${text}\n`);
}

export const resolvePath = ({ cwd }: Io, path: string): string => (isAbsolute(path) ? path : join(cwd, path));

/** Colours for the standard output; `NO_COLOR` and `FORCE_COLOR` are respected. */
export function coloursFor({ stdout, env }: Io): Colours {
  const isCapable = stdout.isTerminal && env.TERM !== 'dumb';
  return coloursIf(!env.NO_COLOR && Boolean(env.FORCE_COLOR || env.CI || isCapable));
}

/** A folder and those that it is in, up to the root of the file system. */
export function foldersUp(folder: string): string[] {
  const here = resolve(folder);
  const parent = dirname(here);
  return parent === here ? [here] : [here, ...foldersUp(parent)];
}

/** The first of some folders in which there is something of a name. */
export const nearestWith = (name: string, folders: readonly string[]): string | undefined =>
  folders.find((folder) => existsSync(join(folder, name)));
