import { Worker } from 'node:worker_threads';
import { UserError } from '../../src/errors.ts';
import type { Passed } from '../../src/proxy/tap.ts';
import type { Finding, Report } from '../report/report.ts';
import type { JudgingTerms, Order, ThreadMessage } from './messages.ts';

/** Who judges what passes, on a thread of its own. */
type JudgingThread = {
  /** What only the user can settle rejects it, as a {@link UserError}. */
  readonly ready: Promise<void>;
  /** Hands an exchange over; its bodies are not to be used any more. */
  readonly take: (passed: Passed) => void;
  /** What was found in all that was handed over so far; or in what is judged within so many milliseconds, after which nothing is. */
  readonly report: (left: readonly string[], within?: number) => Promise<Report>;
  /** The same as a page. */
  readonly page: (left: readonly string[]) => Promise<string>;
  /** Judges what is left, and ends. */
  readonly end: () => Promise<void>;
  /** Ends at once. */
  readonly stop: () => Promise<void>;
};

/** What is heard of the judge. */
type SenderEvents = {
  readonly onFinding: (finding: Finding) => void;
  readonly onRemark: (remark: string) => void;
  /** Told of the memory of exchanges that are judged. */
  readonly onDone: (bytes: number) => void;
  /** Told if it fails when it has begun, by a mistake of ours. */
  readonly onFailure: (error: Error) => void;
};

/** The thread is found beside this file, in the source and in what is published. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Starts the thread. What is handed over before it is ready waits for it. */
export function startJudge(
  given: JudgingTerms,
  { onFinding, onRemark, onDone, onFailure }: SenderEvents,
): JudgingThread {
  const worker = new Worker(new URL(`./thread.${extension}`, import.meta.url), { workerData: given });
  const ready = Promise.withResolvers<void>();
  const asked = new Map<number, PromiseWithResolvers<Report | string>>();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let failure: Error | undefined;
  let isReady = false;
  let count = 0;

  const fail = (error: Error): void => {
    if (failure) return;
    failure = error;
    ready.reject(failure);
    if (isReady) onFailure(failure);
    for (const one of asked.values()) one.reject(failure);
    asked.clear();
    void worker.terminate();
  };
  worker.on('message', (word: ThreadMessage) => {
    if (word.kind === 'ready') {
      isReady = true;
      ready.resolve();
    } else if (word.kind === 'done') onDone(word.bytes);
    else if (word.kind === 'finding') onFinding(word.finding);
    else if (word.kind === 'remark') onRemark(word.remark);
    else if (word.kind === 'failed')
      fail(word.isOurs ? new Error(`judging failed: ${word.message}`) : new UserError(word.message));
    else {
      asked.get(word.id)?.resolve(word.kind === 'report' ? word.report : word.html);
      asked.delete(word.id);
    }
  });
  worker.once('error', (error: Error) => fail(new Error(`judging failed: ${error.message}`)));

  const tell = (order: Order, transferred: ArrayBuffer[] = []): void =>
    worker.postMessage(order, transferred);
  const ask = <T extends Report | string>(
    kind: 'report' | 'page',
    left: readonly string[],
    within?: number,
  ): Promise<T> => {
    if (failure) return Promise.reject(failure);
    count += 1;
    const answer = Promise.withResolvers<Report | string>();
    asked.set(count, answer);
    tell({ kind, left, id: count, ...(within === undefined ? {} : { within }) });
    return answer.promise as Promise<T>;
  };
  const end = async (): Promise<void> => {
    if (!failure) tell({ kind: 'end' });
    await ended;
  };
  return {
    ready: ready.promise,
    take: (passed) => {
      const bodies = [passed.call.body, passed.reply.body].flatMap((body) => (body ? [body.buffer] : []));
      if (failure) onDone(passed.bytes);
      else tell({ kind: 'judge', passed }, bodies as ArrayBuffer[]);
    },
    report: (left, within) => ask('report', left, within),
    page: (left) => ask('page', left),
    end,
    stop: async () => void (await worker.terminate()),
  };
}
