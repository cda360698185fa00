import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import type { Report } from '../../report/report.ts';
import { type Standing, standingOf } from '../../report/standing.ts';
import { type Io, placeOfFile, resolvePath, watchFiles } from '../io/io.ts';

type Watching = {
  readonly triggers: Triggers;
  /** Runs the check, with ids only those rules. Undefined if none of them exists. */
  readonly run: (ids?: readonly string[]) => Promise<Report | undefined>;
  readonly show: (report: Report) => void;
  readonly showChanges: (report: Report, before: ReadonlyMap<string, Standing>) => void;
};

/** Checks a target again whenever a trigger asks for it; returns the last exit code. */
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

  async function again(ids?: readonly string[]): Promise<void> {
    const report = await run(ids);
    if (!report || triggers.ending.aborted) return;
    const isChanged = report.results.some((finding) => known.get(finding.rule) !== standingOf(finding));
    if (isChanged || !ids) showChanges(report, known);
    learn(report);
    exitCode = report.exitCode;
  }

  while (await triggers.next()) {
    const open = [...known].filter(([, standing]) => isUnsettled(standing)).map(([id]) => id);
    try {
      if (open.length > 0) await again(open);
      await again();
    } catch (error) {
      // A server may be down for a moment, and a file half written.
      if (!(error instanceof UserError)) throw error;
      stderr.write(`${error.message}\n`);
      exitCode = 2;
    }
  }
  return exitCode;
}

const isUnsettled = (standing: Standing): boolean => ['fail', 'warning', 'inconclusive'].includes(standing);

type WatchOptions = {
  /** Folders; true: keys only. */
  readonly watch?: readonly string[] | true;
  readonly plan: boolean;
  readonly failed: boolean;
};

export async function watchedFolders(
  { watch, plan, failed }: WatchOptions,
  io: Io,
): Promise<readonly string[] | undefined> {
  if (watch === undefined) return undefined;
  const [other] = Object.entries({ plan, failed }).find(([, isGiven]) => isGiven) ?? [];
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

/** Changes of files and keys, each of which asks for another run. */
type Triggers = Disposable & {
  /** Waits until another run is asked for; false if the check is to end. */
  readonly next: () => Promise<boolean>;
  readonly ending: AbortSignal;
};

const endingKeys = ['q', '\u0003'];
/** Ctrl-D. With folders to watch, it does not end the check: in a pipe, the input ends at once. */
const endOfInput = '\u0004';
const runningKeys = ['r', '\r', '\n'];

type Watched = {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly written: readonly string[];
};

export function openTriggers({ folders, files, written }: Watched, io: Io): Triggers {
  let asked = Promise.withResolvers<void>();
  const end = new AbortController();
  const ask = (): void => asked.resolve();
  const stop = (): void => {
    end.abort();
    ask();
  };
  const own = written.map((file) => resolve(file));
  const isOwn = (path: string): boolean => own.some((one) => path === one || path.startsWith(one + sep));
  const isSource = (folder: string, name: string): boolean =>
    !isNoSource(name) && !isOwn(resolve(resolvePath(io, folder), name));
  const places = folders.map((folder) => ({
    folder,
    recursive: true,
    isMeant: (name: string): boolean => isSource(folder, name),
  }));
  const watcher = watchFiles([...places, ...files.map(placeOfFile)], ask, io);
  const interrupt = io.onInterrupt();
  interrupt.signal.addEventListener('abort', stop);
  const keys = io.onKeys((key) => {
    if (runningKeys.includes(key)) ask();
    if (endingKeys.includes(key) || (key === endOfInput && folders.length === 0)) stop();
  });
  return {
    ending: end.signal,
    next: async () => {
      await asked.promise;
      asked = Promise.withResolvers();
      return !end.signal.aborted;
    },
    [Symbol.dispose]: () => {
      watcher[Symbol.dispose]();
      keys[Symbol.dispose]();
      interrupt[Symbol.dispose]();
    },
  };
}

/** Editors write hidden files next to a source. */
const isNoSource = (name: string): boolean =>
  name.split(sep).some((step) => step.startsWith('.') || step === 'node_modules');
