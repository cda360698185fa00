import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Colours, coloursIf } from '../../report/plain.ts';

export type Output = {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
};

export type Interrupt = Disposable & { readonly signal: AbortSignal };

export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where state is kept between commands; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  /** Without it, an interrupt ends the process. */
  readonly onInterrupt: () => Interrupt;
  /** In a pipe, characters are keys. */
  readonly onKeys: (press: (key: string) => void) => Disposable;
  readonly startTime: number;
};

export type Exit = (code: number) => void;

export function print({ stdout }: Io, text: string): void {
  stdout.write(`${text}\n`);
}

export const resolvePath = ({ cwd }: Io, path: string): string => (isAbsolute(path) ? path : join(cwd, path));

export function coloursFor({ stdout, env }: Io): Colours {
  const isCapable = stdout.isTerminal && env.TERM !== 'dumb';
  return coloursIf(!env.NO_COLOR && Boolean(env.FORCE_COLOR || env.CI || isCapable));
}

export const nearestWith = (name: string, folders: readonly string[]): string | undefined =>
  folders.find((folder) => existsSync(join(folder, name)));
