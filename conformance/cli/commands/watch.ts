import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import type { Report } from '../../report/report.ts';
import { type Standing, standingOf } from '../../report/standing.ts';
import { type Io, resolvePath } from '../io/io.ts';

type Watching = {
  readonly triggers: Triggers;
  /** Runs the check; with ids, of those rules only. Undefined if none of them is there. */
  readonly run: (ids?: readonly string[]) => Promise<Report | undefined>;
  readonly show: (report: Report) => void;
  readonly showChanges: (report: Report, before: ReadonlyMap<string, Standing>) => void;
};

/** Checks a target, and again whenever it is asked for, until it is time to end; then gives back the last exit code. */
export async function watchTarget(
  { triggers, run, show, showChanges }: Watching,
  { stderr }: Io,
): Promise<number> {
  const first = await run();
  if (!first) return 0;
  show(first);
  const known = new Map<string, Standing>();
  const learn = ({ results }: Report): void => {
    for (const finding of results) known.set(finding.rule, standingOf(finding));
  };
  learn(first);
  let { exitCode } = first;

  /** Runs again, and tells what changed: that nothing did, once all has been run; nothing of a run cut short. */
  async function again(ids?: readonly string[]): Promise<void> {
    const report = await run(ids);
    if (!report || triggers.ending.aborted) return;
    const isChanged = report.results.some((finding) => known.get(finding.rule) !== standingOf(finding));
    if (isChanged || !ids) showChanges(report, known);
    learn(report);
    exitCode = report.exitCode;
  }

  while (await triggers.next()) {
    const open = [...known].filter(([, standing]) => isOpen(standing)).map(([id]) => id);
    try {
      if (open.length > 0) await again(open);
      await again();
    } catch (error) {
      // A server that is down for a moment, or a file that is half written, is no reason to end.
      if (!(error instanceof UserError)) throw error;
      stderr.write(`${error.message}\n`);
      exitCode = 2;
    }
  }
  return exitCode;
}

const isOpen = (standing: Standing): boolean => ['fail', 'warning', 'inconclusive'].includes(standing);

type WatchOptions = {
  /** Folders; true: keys only. */
  readonly watch?: readonly string[] | true;
  readonly plan: boolean;
  readonly failed: boolean;
  readonly writeWaivers?: string;
};

/** The folders to watch, which may be none; undefined if the check is run only once. */
export async function watchedFolders(
  { watch, plan, failed, writeWaivers }: WatchOptions,
  io: Io,
): Promise<readonly string[] | undefined> {
  if (watch === undefined) return undefined;
  const others = { plan, failed, 'write-waivers': writeWaivers !== undefined };
  const [other] = Object.entries(others).find(([, isGiven]) => isGiven) ?? [];
  if (other !== undefined)
    throw new UserError(`--watch and --${other} cannot be combined; remove one of the two.`);
  const folders = watch === true ? [] : watch;
  for (const folder of folders) {
    const there = await stat(resolvePath(io, folder)).catch(() => undefined);
    if (!there?.isDirectory())
      throw new UserError(
        `--watch ${folder} is not a folder; name one, and write a base URL before --watch.`,
      );
  }
  return folders;
}

/** What asks for another run: changes of files, and keys. Listens until it is disposed of. */
type Triggers = Disposable & {
  /** Waits until another run is asked for; false if it is time to end instead. */
  readonly next: () => Promise<boolean>;
  /** Aborted when it is time to end. */
  readonly ending: AbortSignal;
};

/** How long to wait after a change, in milliseconds: editors write a file in several steps. */
const pauseAfterChange = 100;

const endingKeys = ['q', '\u0003'];
/** The end of what can be typed; it is no end where files are still to be waited for. */
const endOfInput = '\u0004';
const runningKeys = ['r', '\r', '\n'];

type Watched = {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Files and folders of our own, whose changes ask for nothing. */
  readonly written: readonly string[];
};

export function openTriggers({ folders, files, written }: Watched, io: Io): Triggers {
  let isAsked = false;
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const end = new AbortController();
  const ask = (): void => {
    isAsked = true;
    wake();
  };
  const stop = (): void => {
    end.abort();
    wake();
  };
  const own = written.map((file) => resolve(file));
  const isOwn = (path: string): boolean => own.some((one) => path === one || path.startsWith(one + sep));
  const listen = (folder: string, recursive: boolean, isMeant: (name: string) => boolean): FSWatcher => {
    const watcher = watch(resolvePath(io, folder), { recursive }, (_, name) => {
      if (name !== null && !isMeant(name)) return;
      clearTimeout(timer);
      timer = setTimeout(ask, pauseAfterChange);
    });
    return watcher.on('error', ({ message }) => io.stderr.write(`--watch ${folder}: ${message}\n`));
  };
  const isSource = (folder: string, name: string): boolean =>
    !isNoSource(name) && !isOwn(resolve(resolvePath(io, folder), name));
  const watchers = [
    ...folders.map((folder) => listen(folder, true, (name) => isSource(folder, name))),
    // Editors replace a file by a new one, so its folder is watched.
    ...files.map((file) => listen(dirname(file), false, (name) => name === basename(file))),
  ];
  const interrupt = io.onInterrupt();
  interrupt.signal.addEventListener('abort', stop);
  const keys = io.onKeys((key) => {
    if (runningKeys.includes(key)) ask();
    if (endingKeys.includes(key) || (key === endOfInput && folders.length === 0)) stop();
  });
  return {
    ending: end.signal,
    next: async () => {
      while (!isAsked && !end.signal.aborted) {
        const { promise, resolve: awake } = Promise.withResolvers<void>();
        wake = awake;
        await promise;
      }
      isAsked = false;
      return !end.signal.aborted;
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      keys[Symbol.dispose]();
      interrupt[Symbol.dispose]();
    },
  };
}

/** Whether a file is no source: hidden, as what editors write next to a file, or of an installed package. */
const isNoSource = (name: string): boolean =>
  name.split(sep).some((step) => step.startsWith('.') || step === 'node_modules');
