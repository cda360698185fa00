import { createColors } from 'picocolors';
import type { Io } from './io.ts';

/** Functions that colour text for a terminal, or leave it unchanged. */
export type Colours = ReturnType<typeof createColors>;

/** Colours for the standard output; `NO_COLOR` and `FORCE_COLOR` are respected. */
export function coloursFor({ stdout, env }: Io): Colours {
  const isCapable = stdout.isTerminal && env.TERM !== 'dumb';
  return createColors(!env.NO_COLOR && Boolean(env.FORCE_COLOR || env.CI || isCapable));
}
