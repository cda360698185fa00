import type { Output } from '../io/io.ts';

/** Clears the current line and moves the cursor to its start. */
const clearLine = '\r\u001b[2K';

/** How often progress is shown: on a terminal, and elsewhere, in milliseconds. */
const [shortly, nowAndThen] = [100, 5000];

type ShownProgress = {
  readonly done: number;
  /** Undefined if the number of steps is not known. */
  readonly of?: number;
  /** The step that is taken; it may change while the step lasts. */
  readonly doing: string | (() => string);
};

/** Shows how far a run is: in one line of a terminal; elsewhere by a line every few seconds. */
export function showProgress(output: Output) {
  const { write, isTerminal } = output;
  const started = performance.now();
  let latest: ShownProgress | undefined;
  const show = (): void => {
    if (!latest) return;
    const { done, of } = latest;
    const doing = typeof latest.doing === 'string' ? latest.doing : latest.doing();
    const seconds = (performance.now() - started) / 1000;
    const steps = of === undefined ? [done] : [done, of];
    const line = `${steps.join('/')}  ${seconds.toFixed(1)} s  ${doing}`;
    if (isTerminal) write(clearLine + line.slice(0, (output.columns || 80) - 1));
    else write(`progress: ${steps.join(' of ')} steps after ${Math.round(seconds)} s, now ${doing}\n`);
  };
  const timer = setInterval(show, isTerminal ? shortly : nowAndThen);
  return {
    onProgress: (progress: ShownProgress): void => {
      latest = progress;
    },
    end: (): void => {
      clearInterval(timer);
      if (isTerminal) write(clearLine);
    },
  };
}
