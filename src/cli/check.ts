import type { Command } from 'commander';
import picocolors from 'picocolors';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { type Check, runCheck } from '../../conformance/engine/check.ts';
import type { Target } from '../../conformance/engine/target.ts';
import { readDestination, wantsRecord, writeReport } from '../../conformance/report/destination.ts';
import { tellActions } from '../../conformance/report/github.ts';
import { terminal } from '../../conformance/report/terminal.ts';
import { counted, shellWord } from '../../conformance/report/words.ts';
import { checkWritable } from '../../conformance/report/write.ts';
import { readNode } from '../../conformance/target/node-argument.ts';
import type { Contract } from '../contract/contract.ts';
import { network } from '../wire/network.ts';
import { type CheckOptions, checkOptions } from './check-options.ts';
import { dealtTo } from './deal.ts';
import { onInterrupt } from './interrupt.ts';
import { planOf } from './plan.ts';
import { planSheet } from './plan-sheet.ts';
import { print } from './print.ts';
import { showProgress } from './progress.ts';
import type { StandIn } from './stand-in.ts';
import { openSubject, type Subject } from './subject.ts';

/** `assay check`: holds a server against the contract. */
export const checkCommand = (): Command => checkOptions().action(check);

async function check(baseUrl: string | undefined, options: CheckOptions): Promise<void> {
  const destinations = (options.report ?? []).map(readDestination);
  const nodes = (options.node ?? []).map(readNode);
  for (const { file } of destinations) await checkWritable(file);
  const waivers = options.writeWaivers === undefined ? undefined : await import('./write-waivers.ts');
  const waiverFile = await waivers?.openWaiverFile(options.writeWaivers ?? '');
  await using subject = await openSubject({
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    nodes,
  });
  const prepared = await prepare(subject, options);
  if (options.plan) return tellPlan(subject, prepared, options);

  const report = await run(subject, { ...prepared, record: wantsRecord(destinations) }, options);
  const command = commandFor(baseUrl, options);
  process.stdout.write(terminal(report, { colours: picocolors, verbose: options.verbose, command }));
  const whole = { ...report, command };
  for (const destination of destinations) await writeReport(destination, whole);
  for (const line of await tellActions(whole, process.env)) print(line);
  if (waivers && waiverFile) {
    const count = await waivers.writeWaivers(waiverFile, report, new Date());
    print(
      count === 0
        ? `nothing is broken that is not waived: ${waiverFile.file} was not written`
        : `${counted(count, 'waiver')} written to ${waiverFile.file}; give each a reason`,
    );
  }
  process.exitCode = report.exitCode;
}

/** What a check and its plan have in common. */
async function prepare({ contract, target, waivers }: Subject, options: CheckOptions) {
  const { strict, bail, seed, runs, concurrency, nonce, rate, timeout, maxWrites, budget, shard } = options;
  const catalogue = await loadCatalogue(contract);
  const hand = shard && (await dealtTo(shard, options, catalogue, await standIn(contract, target)));
  return {
    contract,
    catalogue,
    target,
    selection: options,
    waivers,
    strict,
    bail,
    seed,
    runs,
    concurrency,
    conduct: { maxWrites, patience: timeout, ...(rate === undefined ? {} : { rate }) },
    ...(nonce === undefined ? {} : { nonce }),
    // The start of the process counts too: the whole command ends by then.
    ...(budget === undefined ? {} : { budget: budget * 1000, since: 0 }),
    ...(hand === undefined ? {} : { shard: hand }),
  } satisfies Omit<Check, 'transport'>;
}

/** The stub is read only where it is needed. */
const standIn = async (contract: Contract, target: Target): Promise<StandIn> =>
  (await import('./stand-in.ts')).standInFor(contract, target);

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Prints what would be sent. */
async function tellPlan({ contract, target }: Subject, prepared: Prepared, { maxWrites }: CheckOptions) {
  const { catalogue, selection, seed, runs, shard } = prepared;
  const options = { selection, seed, runs, ...(shard === undefined ? {} : { shard }) };
  const plan = await planOf(await standIn(contract, target), catalogue, options);
  print(planSheet(plan, contract, target, maxWrites));
}

async function run({ target, isOwn }: Subject, prepared: Omit<Check, 'transport'>, options: CheckOptions) {
  const { concurrency: connections, timeout, insecure } = options;
  const { transport, close } = network(target.baseUrl, { connections, timeout, insecure, direct: isOwn });
  const progress = showProgress(process.stderr);
  using interrupt = onInterrupt();
  try {
    const { onResult } = progress;
    return await runCheck({ ...prepared, transport, signal: interrupt.signal, onResult });
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
    ...(target === undefined ? [] : ['--target', target]),
    ...overlay.flatMap((one) => ['--overlay', one]),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
    ...(insecure ? ['--insecure'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  return ['assay check', ...words.map(shellWord)].join(' ');
}
