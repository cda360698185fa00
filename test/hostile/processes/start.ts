import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assayFile, fromSource } from '../../../bench/command-of-assay.ts';

/** How a process ended, and the most memory that it ever held, in MiB. */
export type Ended = {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly peak: number;
};

/** The command line in a process of its own, which is ended when this is disposed of. */
export type Started = AsyncDisposable & {
  /** Waits until the process writes something that matches to standard output. */
  readonly says: (wanted: RegExp) => Promise<RegExpExecArray>;
  /** Sends it these signals, if any, one after the other, and waits until it has ended. */
  readonly end: (...signals: readonly (NodeJS.Signals | undefined)[]) => Promise<Ended>;
};

const peakAtExit = fileURLToPath(new URL('peak-at-exit.ts', import.meta.url));

/** Starts a command in a process that may use as much memory as Node takes by itself. */
export async function start(...words: readonly string[]): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-peak-'));
  const peakFile = join(folder, 'peak');
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const env = { ...inherited, ASSAY_PEAK_FILE: peakFile };
  const preloaded = ['--import', peakAtExit, '--import', fromSource];
  const child = spawn(process.execPath, [...preloaded, assayFile, ...words], { env });
  let out = '';
  let error = '';
  const told = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const tell of told) tell();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text;
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const says = (wanted: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = wanted.exec(out);
        if (!found) return;
        told.delete(look);
        resolve(found);
      };
      told.add(look);
      look();
      closed.then(() => reject(new Error(`it ended without saying ${wanted}: ${out}${error}`)));
    });
  const end: Started['end'] = async (...signals) => {
    for (const signal of signals) {
      if (signal) child.kill(signal);
      // Two of the same that come at once are one.
      await sleep(20);
    }
    const [code] = await closed;
    const peak = Number(await readFile(peakFile, 'utf8').catch(() => Number.NaN)) / 1024;
    return { code: code ?? -1, out, error, peak };
  };
  const dispose = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
    await rm(folder, { recursive: true });
  };
  return { says, end, [Symbol.asyncDispose]: dispose };
}

/** The address at which a stub that was started serves. */
export async function addressOf({ says }: Started): Promise<string> {
  const [url] = await says(/http:\/\/127\.0\.0\.1:\d+/);
  return url;
}
