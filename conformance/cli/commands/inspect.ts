import type { Command } from 'commander';
import { inspect as inspectFiles } from '../../inspect.ts';
import { reportKinds } from '../../report/report-files.ts';
import { commandLine } from '../../report/words.ts';
import { checkBaseUrl } from '../../target/target-file.ts';
import { coloursFor, type Exit, type Io, resolvePath } from '../io/io.ts';
import { CommandWithEnvironment } from '../options/environment.ts';
import {
  type JudgingOptions,
  judgingOptions,
  keepApart,
  readDestinations,
  selectionOfRules,
  targetWords,
} from '../options/options.ts';
import { publish } from '../output/report.ts';
import { placeOfTarget } from '../target/find-target.ts';
import { filesRead, readTargetAt } from '../target/open-target.ts';

type Options = JudgingOptions & { readonly baseUrl?: string };

export function inspectCommand(io: Io, exit: Exit): Command {
  // biome-ignore format: one line a flag
  const command = new CommandWithEnvironment('inspect')
    .description('check recorded requests and responses; sends nothing')
    .argument('<file...>', 'HTTP archives (HAR), checked together')
    .option('--base-url <url>', 'the server whose requests are checked; by default that of the target file, otherwise the first that receives a request of this API');
  return judgingOptions(command, {
    target: 'a file that describes the server, such as which records it must list',
    only: 'apply only these rules',
    skip: 'do not apply these rules',
  }).action(async (files: readonly string[], options: Options) =>
    exit(await inspectRecordings(io, files, options)),
  );
}

async function inspectRecordings(io: Io, files: readonly string[], options: Options): Promise<number> {
  const { strict, verbose } = options;
  const given = options.baseUrl;
  const baseUrl = given === undefined ? undefined : checkBaseUrl(given, 'the base URL');
  const inputs = files.map((one) => resolvePath(io, one));
  const destinations = await readDestinations(reportKinds, options.report, io);
  const place = await placeOfTarget(options.target, io, baseUrl);
  const { file, contract } = await readTargetAt(place, options, io, { sends: false });
  await keepApart(destinations, async () => [...inputs, ...(await filesRead(contract, file, place.path))]);
  using interrupt = io.onInterrupt();
  const found = await inspectFiles(inputs, {
    signal: interrupt.signal,
    contract,
    target: { ...file, ...(baseUrl === undefined ? {} : { baseUrl }) },
    ...selectionOfRules(options),
    strict,
  });
  const report = { ...found, command: commandOfInspect(io, files, options) };
  await publish(report, destinations, { colours: coloursFor(io), verbose }, io);
  return report.exitCode;
}

function commandOfInspect(io: Io, files: readonly string[], { baseUrl, ...judging }: Options): string {
  const words = [
    'inspect',
    ...files,
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ...targetWords(judging),
  ];
  return commandLine(io.env, words);
}
