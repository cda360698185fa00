import type { Command } from 'commander';
import { network } from '../../../src/http/network.ts';
import { createCheck, type Terms } from '../../check.ts';
import { type Destination, wantsRecord, writeReports } from '../../report/files/destination.ts';
import { takeAll } from '../../report/files/write.ts';
import { tellActions } from '../../report/github/github.ts';
import type { Report } from '../../report/report.ts';
import type { Standing } from '../../report/standing.ts';
import { changes } from '../../report/terminal/changes.ts';
import type { Style } from '../../report/terminal/style.ts';
import { terminal } from '../../report/terminal/terminal.ts';
import { counted } from '../../report/text/words.ts';
import { readNode } from '../../target/node-argument.ts';
import { termsOf, termsOfFailed, termsOfRules } from '../check/check-terms.ts';
import { withDeclaredLines } from '../check/declared-at.ts';
import { keepFailed } from '../check/last-check.ts';
import { openTarget } from '../check/open-target.ts';
import type { OpenTarget } from '../check/opened-target.ts';
import { planOf } from '../check/plan.ts';
import { filesOfTarget } from '../check/target-file.ts';
import { openTriggers } from '../check/triggers.ts';
import { watchTarget } from '../check/watch.ts';
import { watchedFolders } from '../check/watched-folders.ts';
import { coloursFor } from '../io/colours.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { type CheckFlags, checkOptions } from '../options/check-options.ts';
import { commandFor } from '../options/command-line.ts';
import { checkDestinations, readDestinations } from '../options/destinations.ts';
import { planText } from '../output/plan.ts';
import { showProgress } from '../output/progress.ts';

/** `assay check`: checks a server against the contract. */
export const checkCommand = (io: Io, exit: Exit): Command =>
  checkOptions().action(async (baseUrl: string | undefined, options: CheckFlags) =>
    exit(await check(io, baseUrl, options)),
  );

async function check(io: Io, baseUrl: string | undefined, options: CheckFlags): Promise<number> {
  const destinations = readDestinations(options.report, io);
  const nodes = (options.node ?? []).map(readNode);
  await checkDestinations(destinations, filesOfTarget(options, io));
  const folders = await watchedFolders(options, io);
  const waivers = options.writeWaivers === undefined ? undefined : await import('../check/write-waivers.ts');
  const waiverFile = resolvePath(io, options.writeWaivers ?? '');
  await waivers?.readWaiverFile(waiverFile);
  const asked = {
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    nodes,
  };
  await using open = await openTarget(asked, io);
  const chosen = termsOf(options, open, io);
  const terms = options.failed ? await termsOfFailed(open, chosen, io) : chosen;
  if (options.plan) {
    print(io, await plan(open, terms, options));
    return 0;
  }

  const command = commandFor(io.env, baseUrl, options);
  const ready: Ready = {
    open,
    options,
    terms: { ...terms, record: wantsRecord(destinations) },
    style: { colours: coloursFor(io), verbose: options.verbose, command },
    destinations,
  };
  // What was said of the target file when it was first read need not be said again.
  const quiet: Io = { ...io, stdout: { ...io.stdout, write: () => {} } };
  const reopen = async (): Promise<OpenTarget> => (open.file === undefined ? open : openTarget(asked, quiet));
  if (folders) return await checkAgain(io, ready, folders, reopen);
  const report = await checkOnce(io, ready);
  await takeAll([
    () => writeReports(destinations, { ...report, command }),
    async () => {
      for (const line of await tellActions({ ...report, command }, io.env)) print(io, line);
    },
    async () => {
      if (waivers) print(io, waiversWritten(await waivers.writeWaivers(waiverFile, report, new Date())));
    },
  ]);
  return report.exitCode;

  function waiversWritten(count: number): string {
    return count === 0
      ? `nothing is broken that is not waived: ${waiverFile} was not written`
      : `${counted(count, 'waiver')} written to ${waiverFile}; give each a reason`;
  }
}

/** A check that can be run. */
type Ready = {
  readonly open: OpenTarget;
  readonly options: CheckFlags;
  readonly terms: Terms;
  readonly style: Style;
  readonly destinations: readonly Destination[];
};

async function checkOnce(io: Io, ready: Ready): Promise<Report> {
  const { open, options, terms, style } = ready;
  using interrupt = io.onInterrupt();
  const report = await run(io, open, { ...terms, signal: interrupt.signal }, options);
  await keepFailed(open, report, io);
  io.stdout.write(terminal(report, style));
  return report;
}

/** Checks whenever the target file, a house rule or a file in some folders changes, or a key is pressed. */
async function checkAgain(
  io: Io,
  ready: Ready,
  folders: readonly string[],
  reopen: () => Promise<OpenTarget>,
): Promise<number> {
  const { options, style, destinations } = ready;
  const files = ready.open.file === undefined ? [] : [ready.open.file];
  const rules = ready.open.ruleSet.rules.flatMap(({ house }) => house ?? []);
  using triggers = openTriggers(
    {
      folders,
      files: [...files, ...rules],
      written: [...destinations.map(({ file }) => file), ...(io.cacheFolder ? [io.cacheFolder] : [])],
    },
    io,
  );
  const runRules = async (ids?: readonly string[]): Promise<Report | undefined> => {
    const open = await reopen();
    const terms: Terms = { ...ready.terms, waivers: open.waivers };
    const some = ids ? await termsOfRules(ids, open, terms) : terms;
    const report = some && (await run(io, open, { ...some, signal: triggers.ending }, options));
    if (!report || triggers.ending.aborted) return report;
    await keepFailed(open, report, io);
    if (!ids) await writeReports(destinations, { ...report, command: style.command });
    return report;
  };
  const show = (report: Report): void => {
    io.stdout.write(terminal(report, style));
    const places = [...folders, ...files].join(', ');
    print(io, `\nwatching${places && ` ${places}`}; Enter or r runs again, q ends`);
  };
  const showChanges = (report: Report, before: ReadonlyMap<string, Standing>): void =>
    io.stdout.write(`\n${changes(report, before, style)}`);
  return await watchTarget({ triggers, run: runRules, show, showChanges }, io);
}

/** A text that shows what would be sent. The stub is imported only where it is needed. */
async function plan(
  { contract, ruleSet, target }: OpenTarget,
  terms: Terms,
  { maxWrites }: CheckFlags,
): Promise<string> {
  const { standInFor } = await import('../check/stand-in.ts');
  const { strict: _strict, budget: _budget, bail: _bail, waivers: _waivers, wait: _wait, ...rest } = terms;
  return planText(
    await planOf({ ...(await standInFor(contract, target)), ruleSet }, rest),
    contract,
    target,
    maxWrites,
  );
}

async function run(
  io: Io,
  { contract, ruleSet, target, isLocalStub, read }: OpenTarget,
  terms: Terms,
  { concurrency: connections, timeout, insecure }: CheckFlags,
): Promise<Report> {
  const progress = showProgress(io.stderr);
  const { onProgress } = progress;
  const onWait = (saw: string): void =>
    io.stderr.write(`waiting up to ${(terms.wait ?? 0) / 1000} s for ${target.baseUrl}: ${saw}\n`);
  try {
    const parts = { contract, ruleSet, target, isReferenceStub: isLocalStub };
    const check = await createCheck(parts, { ...terms, onProgress, onWait });
    const { transport, close } = network(target.baseUrl, {
      connections,
      timeout,
      insecure,
      env: io.env,
    });
    const report = await check.run(transport).finally(close);
    return read ? withDeclaredLines(report, read) : report;
  } finally {
    progress.end();
  }
}
