import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import picocolors from 'picocolors';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { runCheck, usualSeed } from '../../conformance/engine/check.ts';
import { readDestination } from '../../conformance/report/kinds.ts';
import { terminal } from '../../conformance/report/terminal.ts';
import { shellWord } from '../../conformance/report/words.ts';
import { checkWritable, writeWhole } from '../../conformance/report/write.ts';
import { readNode } from '../../conformance/target/node-argument.ts';
import { loadContract } from '../contract/load.ts';
import { network } from '../wire/network.ts';
import { gather, wholeNumber } from './arguments.ts';
import { showProgress } from './progress.ts';
import { openSubject } from './subject.ts';

type Options = {
  readonly target?: string;
  readonly node?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly require?: readonly string[];
  readonly strict: boolean;
  readonly seed: number;
  readonly runs: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly nonce?: string;
  readonly report?: readonly string[];
  readonly verbose: boolean;
};

const largestSeed = 2 ** 31 - 1;

/** `assay check`: holds a server against the contract. */
export const checkCommand = (): Command =>
  new Command('check')
    .description('hold a server against the contract; without a base URL, the stub')
    .argument('[base-url]', 'where the server stands, with a path or without')
    .option('--target <file>', 'what only its operator knows: token, ids, nodes (YAML)')
    .option('--node <hierarchy/node>', 'a node to list, besides those of the target file', gather)
    .option('--only <glob>', 'run only these rules and observations; an id, its beginning or a glob', gather)
    .option('--skip <glob>', 'leave these out', gather)
    .option('--require <glob>', 'rules that have to pass', gather)
    .option('--strict', 'count a broken should as a violation', false)
    .option('--seed <n>', 'what is drawn follows from it; a number, or random', readSeed, usualSeed)
    .option('--runs <n>', 'how many times the usual number of draws', wholeNumber(1, 1000), 1)
    .option('--concurrency <n>', 'how many rules run at once', wholeNumber(1, 256), 8)
    .option('--timeout <ms>', 'how long one exchange may take', wholeNumber(1, 600_000), 10_000)
    .option('--nonce <hex>', 'what tells this run apart; drawn afresh if left out', readNonce)
    .option('--report <kind=file>', 'write a report to a file (json)', gather)
    .option('--verbose', 'show observations, and every rule that is only counted', false)
    .action(check);

async function check(baseUrl: string | undefined, options: Options): Promise<void> {
  const destinations = (options.report ?? []).map(readDestination);
  const nodes = (options.node ?? []).map(readNode);
  for (const { file } of destinations) await checkWritable(file);
  const contract = await loadContract();
  await using subject = await openSubject(contract, {
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    nodes,
  });
  const catalogue = await loadCatalogue(contract);
  const { target } = subject;
  const { transport, close } = network(target.baseUrl, {
    connections: options.concurrency,
    timeout: options.timeout,
  });
  const progress = showProgress(process.stderr);
  try {
    const { strict, seed, runs, concurrency, nonce } = options;
    const report = await runCheck({
      contract,
      catalogue,
      target,
      transport,
      selection: options,
      strict,
      seed,
      runs,
      concurrency,
      ...(nonce === undefined ? {} : { nonce }),
      onResult: progress.onResult,
    });
    progress.end();
    const style = { colours: picocolors, verbose: options.verbose, command: commandFor(baseUrl, options) };
    process.stdout.write(terminal(report, style));
    for (const { render, file } of destinations) await writeWhole(file, render(report));
    process.exitCode = report.exitCode;
  } finally {
    progress.end();
    await close();
  }
}

/** The command line that checks the same target again. */
function commandFor(baseUrl: string | undefined, { target, node = [], runs }: Options): string {
  const words = [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(target === undefined ? [] : ['--target', target]),
    ...node.flatMap((one) => ['--node', one]),
    ...(runs === 1 ? [] : ['--runs', String(runs)]),
  ];
  return ['assay check', ...words.map(shellWord)].join(' ');
}

function readSeed(text: string): number {
  return text === 'random' ? randomInt(largestSeed) : wholeNumber(0, largestSeed)(text);
}

function readNonce(text: string): string {
  if (/^[0-9a-f]{8}$/.test(text)) return text;
  throw new InvalidArgumentError('It is eight hexadecimal digits.');
}
