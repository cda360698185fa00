import type { Command } from 'commander';
import { createCheck, type Terms } from '../../../conformance/check.ts';
import { wantsRecord, writeReport } from '../../../conformance/report/files/destination.ts';
import { tellActions } from '../../../conformance/report/github/github.ts';
import type { Report } from '../../../conformance/report/report.ts';
import { terminal } from '../../../conformance/report/terminal/terminal.ts';
import { counted, shellWord } from '../../../conformance/report/text/words.ts';
import { readNode } from '../../../conformance/target/node-argument.ts';
import { UserError } from '../../errors.ts';
import { network } from '../../http/network.ts';
import { termsOfRules } from '../check/failed-rules.ts';
import { failedLastTime, keepFailed, nameOf } from '../check/last-check.ts';
import { openTarget } from '../check/open-target.ts';
import type { OpenTarget } from '../check/opened-target.ts';
import { planOf } from '../check/plan.ts';
import { coloursFor } from '../io/colours.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { type CheckOptions, checkOptions } from '../options/check-options.ts';
import { checkDestinations, readDestinations } from '../options/destinations.ts';
import { planText } from '../output/plan.ts';
import { showProgress } from '../output/progress.ts';

/** `assay check`: checks a server against the contract. */
export const checkCommand = (io: Io, exit: Exit): Command =>
  checkOptions().action(async (baseUrl: string | undefined, options: CheckOptions) =>
    exit(await check(io, baseUrl, options)),
  );

async function check(io: Io, baseUrl: string | undefined, options: CheckOptions): Promise<number> {
  const destinations = readDestinations(options.report, io);
  const nodes = (options.node ?? []).map(readNode);
  await checkDestinations(destinations);
  const waivers = options.writeWaivers === undefined ? undefined : await import('../check/write-waivers.ts');
  const waiverFile = await waivers?.openWaiverFile(resolvePath(io, options.writeWaivers ?? ''));
  await using open = await openTarget(
    {
      ...options,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      target: options.target || { find: options.target === undefined },
      nodes,
    },
    io,
  );
  const chosen = termsOf(options, open, io);
  const terms = options.failed ? await termsOfFailed(open, chosen, io) : chosen;
  if (terms === undefined) {
    print(
      io,
      `nothing to run again: no rule failed or was inconclusive when ${nameOf(open)} was last checked`,
    );
    return 0;
  }
  if (options.plan) {
    print(io, await plan(open, terms, options));
    return 0;
  }

  const report = await run(io, open, { ...terms, record: wantsRecord(destinations) }, options);
  if (options.shard === undefined) await keepFailed(open, report, io);
  const command = commandFor(baseUrl, options);
  io.stdout.write(terminal(report, { colours: coloursFor(io), verbose: options.verbose, command }));
  const withCommand = { ...report, command };
  for (const destination of destinations) await writeReport(destination, withCommand);
  for (const line of await tellActions(withCommand, io.env)) print(io, line);
  if (waivers && waiverFile) {
    const count = await waivers.writeWaivers(waiverFile, report, new Date());
    print(
      io,
      count === 0
        ? `nothing is broken that is not waived: ${waiverFile.file} was not written`
        : `${counted(count, 'waiver')} written to ${waiverFile.file}; give each a reason`,
    );
  }
  return report.exitCode;
}

/** What the options say of how a check is run. */
function termsOf(options: CheckOptions, { waivers }: OpenTarget, io: Io): Terms {
  const { budget, timeout, nonce, rate, shard, wait } = options;
  return {
    ...selectionOf(options),
    strict: options.strict,
    bail: options.bail,
    seed: options.seed,
    runs: options.runs,
    concurrency: options.concurrency,
    maxWrites: options.maxWrites,
    timeout,
    waivers,
    ...(nonce === undefined ? {} : { nonce }),
    ...(rate === undefined ? {} : { rate }),
    ...(shard === undefined ? {} : { shard }),
    ...(wait === undefined ? {} : { wait: wait * 1000 }),
    // The budget covers the whole command, start-up included.
    ...(budget === undefined ? {} : { budget: budget * 1000, since: io.startTime }),
  };
}

/** The same for only those rules that did not pass last time; undefined if there are none. */
async function termsOfFailed(open: OpenTarget, terms: Terms, io: Io): Promise<Terms | undefined> {
  const failed = await failedLastTime(open, io);
  if (failed === undefined)
    throw new UserError(`no earlier check of ${nameOf(open)} is known here; run it once without --failed.`);
  return termsOfRules(failed, open, terms);
}

const selectionOf = ({ only = [], skip = [], require = [] }: CheckOptions) => ({ only, skip, require });

/** A text that shows what would be sent. The stub is imported only where it is needed. */
async function plan(
  { contract, target }: OpenTarget,
  terms: Terms,
  { maxWrites }: CheckOptions,
): Promise<string> {
  const { standInFor } = await import('../check/stand-in.ts');
  const { strict: _strict, budget: _budget, bail: _bail, waivers: _waivers, wait: _wait, ...rest } = terms;
  return planText(await planOf(await standInFor(contract, target), rest), contract, target, maxWrites);
}

async function run(
  io: Io,
  { contract, target, isLocalStub }: OpenTarget,
  terms: Terms,
  { concurrency: connections, timeout, insecure, wait }: CheckOptions,
): Promise<Report> {
  const progress = showProgress(io.stderr);
  using interrupt = io.onInterrupt();
  const { onProgress } = progress;
  const onWait = (saw: string): void =>
    io.stderr.write(`waiting up to ${wait} s for ${target.baseUrl}: ${saw}\n`);
  const { signal } = interrupt;
  const check = await createCheck({ contract, target }, { ...terms, signal, onProgress, onWait });
  const { transport, close } = network(target.baseUrl, {
    connections,
    timeout,
    insecure,
    direct: isLocalStub,
    env: io.env,
  });
  try {
    return await check.run(transport);
  } finally {
    progress.end();
    await close();
  }
}

/** The command line that checks the same target again. */
function commandFor(
  baseUrl: string | undefined,
  { target, overlay = [], node = [], runs, insecure, allowWrites }: CheckOptions,
): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(target === undefined ? [] : target ? ['--target', target] : ['--no-target']),
    ...overlay.flatMap((one) => ['--overlay', one]),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
    ...(insecure ? ['--insecure'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  return ['assay check', ...words.map(shellWord)].join(' ');
}
