import type { WriteStream } from 'node:tty';
import type { Result } from '../../conformance/engine/verdict.ts';
import { plain } from '../../conformance/report/plain.ts';

/** Clears the line the cursor stands in, and goes to its beginning. */
const clear = '\r\u001b[2K';

/** One line that is written anew as a run goes on; nothing at all where the output is no terminal. */
export type Progress = {
  readonly onResult: (result: Result, total: number) => void;
  readonly end: () => void;
};

/** Shows on a stream how far a run has come. */
export function showProgress(stream: NodeJS.WriteStream & Partial<WriteStream>): Progress {
  if (!stream.isTTY) return { onResult: () => {}, end: () => {} };
  const started = performance.now();
  let done = 0;
  return {
    onResult: ({ rule }, total) => {
      done += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const line = `${done}/${total}  ${seconds} s  ${plain(rule)}`;
      stream.write(clear + line.slice(0, (stream.columns || 80) - 1));
    },
    end: () => {
      stream.write(clear);
    },
  };
}

/** What takes longer than this, in milliseconds, is spoken of where nobody watches a terminal. */
const patience = 1000;

/** Shows on a terminal what is being done; elsewhere, tells of the steps that come after a while. */
export function showSteps(stream: NodeJS.WriteStream & Partial<WriteStream>, tell: (step: string) => void) {
  const started = performance.now();
  return {
    onStep: (step: string): void => {
      if (stream.isTTY) stream.write(clear + plain(step).slice(0, (stream.columns || 80) - 1));
      else if (performance.now() - started > patience) tell(plain(step));
    },
    end: (): void => {
      if (stream.isTTY) stream.write(clear);
    },
  };
}
