import type { Progress } from '../../engine/plan.ts';
import type { Output } from '../io/io.ts';

/** Clears the current line and moves the cursor to its start. */
const clearLine = '\r\u001b[2K';

/** How often progress is shown: on a terminal, and elsewhere, in milliseconds. */
const [shortly, nowAndThen] = [100, 5000];

/** The step of a progress may change while it lasts. */
type ShownProgress = Omit<Progress, 'doing'> & { readonly doing: string | (() => string) };

/** Shows how far a run is: in one line of a terminal; elsewhere by a line every few seconds. */
export function showProgress(output: Output) {
  const started = performance.now();
  let latest: ShownProgress | undefined;
  const show = (): void => {
    if (!latest) return;
    const { done, of } = latest;
    const doing = typeof latest.doing === 'string' ? latest.doing : latest.doing();
    const seconds = (performance.now() - started) / 1000;
    if (output.isTerminal) showLine(output, `${done}/${of}  ${seconds.toFixed(1)} s  ${doing}`);
    else output.write(`progress: ${done} of ${of} steps after ${Math.round(seconds)} s, now ${doing}\n`);
  };
  const timer = setInterval(show, output.isTerminal ? shortly : nowAndThen);
  return {
    onProgress: (progress: ShownProgress): void => {
      latest = progress;
    },
    end: (): void => {
      clearInterval(timer);
      hideLine(output);
    },
  };
}

/** Counts trials: in one line of a terminal; elsewhere by a line every few seconds. */
export function countTrials(output: Output) {
  const started = performance.now();
  let tried = 0;
  const show = (): void => {
    const seconds = Math.round((performance.now() - started) / 1000);
    if (!output.isTerminal) output.write(`progress: ${tried} trials after ${seconds} s\n`);
  };
  const timer = setInterval(show, nowAndThen);
  return {
    onTrial: (): void => {
      tried += 1;
      showLine(output, `${tried} trials`);
    },
    end: () => {
      clearInterval(timer);
      hideLine(output);
    },
  };
}

function showLine({ write, isTerminal, columns }: Output, line: string): void {
  if (isTerminal) write(clearLine + line.slice(0, (columns || 80) - 1));
}

function hideLine({ write, isTerminal }: Output): void {
  if (isTerminal) write(clearLine);
}
