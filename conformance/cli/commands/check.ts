import { type Command, InvalidArgumentError } from 'commander';
import { network } from '../../../src/http/network.ts';
import { createCheck, type Terms } from '../../check.ts';
import type { Starting } from '../../core/unavailable.ts';
import {
  defaultBudget,
  defaultConcurrency,
  defaultSeed,
  defaultTimeout,
  longestBudget,
  longestTimeout,
  mostWrites,
} from '../../engine/option-defaults.ts';
import { mostWritesFor } from '../../engine/sending/write-limit.ts';
import { withDeclaredLines } from '../../report/contradicted-lines.ts';
import { startingWords } from '../../report/not-judged.ts';
import type { Report } from '../../report/report.ts';
import { changesSince, terminal } from '../../report/report-document.ts';
import { type Destination, reportKinds, wantsRecord, writeReports } from '../../report/report-files.ts';
import { credentialWords } from '../../report/secrets.ts';
import type { Standing } from '../../report/standing.ts';
import type { Style } from '../../report/terminal.ts';
import { commandLine } from '../../report/words.ts';
import { coloursFor, type Exit, type Io, print } from '../io/io.ts';
import { credentialOptions } from '../options/credentials.ts';
import { CommandWithEnvironment } from '../options/environment.ts';
import {
  atHelp,
  collectValues,
  flagWords,
  type JudgingOptions,
  judgingOptions,
  keepApart,
  readDestinations,
  readSeed,
  selectionOfRules,
  targetWords,
  wholeNumber,
} from '../options/options.ts';
import { planText } from '../output/plan.ts';
import { showProgress } from '../output/progress.ts';
import { publish } from '../output/report.ts';
import { type OpenTarget, openTarget } from '../target/open-target.ts';
import { keepFailed, termsOfFailed, termsOfRules } from './failed-rules.ts';
import { openTriggers, watchedFolders, watchTarget } from './watch.ts';

type Options = JudgingOptions &
  Parameters<typeof openTarget>[0] & {
    readonly stub: boolean;
    readonly failed: boolean;
    /** Folders; true: keys only. */
    readonly watch?: readonly string[] | true;
    readonly bail: boolean;
    readonly seed: number;
    readonly runs: number;
    readonly concurrency: number;
    readonly rate?: number;
    readonly timeout: number;
    readonly budget?: number;
    readonly wait?: number;
    readonly insecure: boolean;
    readonly allowWrites: boolean;
    readonly maxWrites?: number;
    readonly plan: boolean;
  };

export function checkOptions(): Command {
  // biome-ignore format: one line a flag
  const command = new CommandWithEnvironment('check')
    .description('check whether a server behaves as the specification says')
    .argument('[base-url]', 'the address of the server, with or without a path; by default that of the target file')
    .option('--stub', 'check the stub that assay includes, instead of a server', false);
  judgingOptions(command, {
    target: 'a file that describes the server: its token, ids and collections',
    only: 'test only these rules and choices',
    skip: 'do not test these rules and choices',
  });
  // biome-ignore format: one line a flag
  return credentialOptions(command)
    .option('--at <values>', atHelp, collectValues)
    .option('--failed', 'test only the rules that the last check found broken, or could not decide', false)
    .option('--watch [folders...]', 'check again when a file in these folders changes, or when Enter or r is pressed; q ends')
    .option('--bail', 'stop at the first broken rule', false)
    .option('--seed <n>', 'which random values to send: a number always sends the same values; random takes a new number', readSeed, defaultSeed)
    .option('--runs <n>', 'send N times as many random values, which takes longer and may find more', wholeNumber(1, 1000), 1)
    .option('--concurrency <n>', 'how many tests run at once, and how many connections they use', wholeNumber(1, 256), defaultConcurrency)
    .option('--rate <n/s>', 'send at most this many requests per second', readRate)
    .option('--timeout <ms>', 'how long one request may take, with all repeats and waits', wholeNumber(1, longestTimeout), defaultTimeout)
    .option('--budget <s>', `how many seconds the whole check may take (default: ${defaultBudget}); what is not reached by then is inconclusive`, wholeNumber(1, longestBudget))
    .option('--wait <s>', 'how many seconds to wait for a server that is still starting', wholeNumber(1, 3600))
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .option('--allow-writes', 'allow requests that create records; what the contract can delete is deleted at the end', false)
    .option('--max-writes <n>', 'send at most this many requests that create records, and four times as many that change or delete (default: 500 for each operation that creates what the contract can delete, else 300)', wholeNumber(0, mostWrites))
    .option('--plan', 'show what would be sent, without sending it', false);
}

function readRate(text: string): number {
  const [, number = ''] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text) ?? [];
  const rate = Number(number);
  if (rate > 0 && rate <= 100_000) return rate;
  throw new InvalidArgumentError('It must be a number of requests per second, such as 20/s.');
}

export const checkCommand = (io: Io, exit: Exit): Command =>
  checkOptions().action(async (baseUrl: string | undefined, options: Options) =>
    exit(await checkTarget(io, { ...options, ...(baseUrl === undefined ? {} : { baseUrl }) })),
  );

async function checkTarget(io: Io, options: Options): Promise<number> {
  const destinations = await readDestinations(reportKinds, options.report, io);
  const folders = await watchedFolders(options, io);
  await using open = await openTarget(options, io);
  await keepApart(destinations, open.findReads);
  const chosen = { ...checkTermsOf(options, open, io), record: wantsRecord(destinations) };
  const terms = options.failed ? await termsOfFailed(open, chosen, io) : chosen;
  if (options.plan) {
    print(io, await plan(open, terms, options));
    return 0;
  }
  const command = commandOfCheck(io.env, options);
  const style = { colours: coloursFor(io), verbose: options.verbose };
  if (folders) return await checkAgain(io, { open, options, terms, style, command, destinations }, folders);
  using interrupt = io.onInterrupt();
  const report = {
    ...(await runCheckOn(io, open, { ...terms, signal: interrupt.signal }, options)),
    command,
  };
  await keepFailed(open, report, io);
  await publish(report, destinations, style, io);
  return report.exitCode;
}

type OpenCheck = {
  readonly open: OpenTarget;
  readonly options: Options;
  readonly terms: Terms;
  readonly style: Style;
  readonly command: string;
  readonly destinations: readonly Destination[];
};

/** Checks again whenever the target file, a house rule or a watched folder changes, or a key is pressed. */
async function checkAgain(
  io: Io,
  { open: first, options, terms: given, style, command, destinations }: OpenCheck,
  folders: readonly string[],
): Promise<number> {
  const files = first.file === undefined ? [] : [first.file];
  const rules = first.ruleSet.rules.flatMap(({ house }) => house ?? []);
  // These messages were printed when the file was first read.
  const quiet: Io = { ...io, stdout: { ...io.stdout, write: () => {} } };
  using triggers = openTriggers(
    {
      folders,
      files: [...files, ...rules],
      written: [...destinations.map(({ file }) => file), ...(io.cacheFolder ? [io.cacheFolder] : [])],
    },
    io,
  );
  const runRules = async (ids?: readonly string[]): Promise<Report | undefined> => {
    const open = first.file === undefined ? first : await openTarget(options, quiet);
    const terms: Terms = { ...given, waivers: open.waivers };
    const some = ids ? await termsOfRules(ids, open, terms) : terms;
    if (!some) return undefined;
    const report = {
      ...(await runCheckOn(io, open, { ...some, signal: triggers.ending }, options)),
      command,
    };
    if (triggers.ending.aborted) return report;
    await keepFailed(open, report, io);
    if (!ids) await writeReports(destinations, reportKinds, report);
    return report;
  };
  const show = (report: Report): void => {
    io.stdout.write(terminal(report, style));
    const places = [...folders, ...files].join(', ');
    print(io, `\nwatching${places && ` ${places}`}; Enter or r runs again, q ends`);
  };
  const showChanges = (report: Report, before: ReadonlyMap<string, Standing>): void =>
    io.stdout.write(`\n${changesSince(report, before, style)}`);
  return await watchTarget({ triggers, run: runRules, show, showChanges }, io);
}

async function plan(
  { contract, ruleSet, target }: OpenTarget,
  terms: Terms,
  { maxWrites }: Options,
): Promise<string> {
  const { planOf, standInFor } = await import('../target/stand-in.ts');
  const { strict: _strict, budget: _budget, bail: _bail, waivers: _waivers, wait: _wait, ...rest } = terms;
  return planText(
    await planOf({ ...(await standInFor(contract, target)), ruleSet }, rest),
    contract,
    target,
    maxWrites ?? mostWritesFor(contract),
  );
}

async function runCheckOn(
  io: Io,
  { contract, ruleSet, target, isLocalStub, read }: OpenTarget,
  terms: Terms,
  { concurrency: connections, timeout, insecure }: Options,
): Promise<Report> {
  const progress = showProgress(io.stderr);
  const { onProgress } = progress;
  const onWait = (saw: Starting): void =>
    io.stderr.write(
      `waiting up to ${(terms.wait ?? 0) / 1000} s for ${target.baseUrl}: ${startingWords(saw)}\n`,
    );
  try {
    const parts = { contract, ruleSet, target, isReferenceStub: isLocalStub };
    const check = await createCheck(parts, { ...terms, onProgress, onWait });
    const { transport, close } = network(target.baseUrl, { connections, timeout, insecure, env: io.env });
    const report = await check.run(transport).finally(close);
    return read ? withDeclaredLines(report, read) : report;
  } finally {
    progress.end();
  }
}

/** How long a server that is watched may take to restart, in seconds, unless `--wait` says otherwise. */
const restartTime = 10;

function checkTermsOf(options: Options, { waivers }: OpenTarget, io: Io): Terms {
  const { strict, bail, seed, runs, concurrency, maxWrites, timeout, rate, watch } = options;
  const wait = options.wait ?? (watch === undefined ? undefined : restartTime);
  return {
    ...selectionOfRules(options),
    ...{ strict, bail, seed, runs, concurrency, timeout, waivers },
    ...(maxWrites === undefined ? {} : { maxWrites }),
    ...(rate === undefined ? {} : { rate }),
    ...(wait === undefined ? {} : { wait: wait * 1000 }),
    budget: (options.budget ?? defaultBudget + (options.wait ?? 0)) * 1000,
    // The budget includes the start-up, unless the command runs again and again.
    ...(watch !== undefined ? {} : { since: io.startTime }),
  };
}

function commandOfCheck(
  env: Io['env'],
  { baseUrl, at, stub, runs, insecure, allowWrites, token, header, ...judging }: Options,
): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...flagWords({ stub }),
    ...targetWords(judging),
    ...flagWords({ at, runs: runs === 1 ? undefined : `${runs}`, insecure, 'allow-writes': allowWrites }),
  ];
  const given = { ...(token === undefined ? {} : { token }), ...(header === undefined ? {} : { header }) };
  return [commandLine(env, ['check', ...words]), ...credentialWords(given, env)].join(' ');
}
