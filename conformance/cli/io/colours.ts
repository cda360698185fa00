import { type Colours, coloursIf } from '../../report/terminal/style.ts';
import type { Io } from './io.ts';

/** Colours for the standard output; `NO_COLOR` and `FORCE_COLOR` are respected. */
export function coloursFor({ stdout, env }: Io): Colours {
  const isCapable = stdout.isTerminal && env.TERM !== 'dumb';
  return coloursIf(!env.NO_COLOR && Boolean(env.FORCE_COLOR || env.CI || isCapable));
}
