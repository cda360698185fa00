import { Command } from 'commander';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import { wantsRecord, writeReport } from '../../report/files/destination.ts';
import { tellActions } from '../../report/github/github.ts';
import { mergeReports } from '../../report/merge/merge.ts';
import { readShardReport } from '../../report/merge/read-shard-report.ts';
import { terminal } from '../../report/terminal/terminal.ts';
import { shellWord } from '../../report/text/words.ts';
import { loadRuleSet } from '../../runner/rule-set.ts';
import { coloursFor } from '../io/colours.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { checkDestinations, readDestinations } from '../options/destinations.ts';
import { reportHelpWith, verboseHelp } from '../options/judging-options.ts';
import { collect } from '../options/option-values.ts';

type Options = { readonly report?: readonly string[]; readonly verbose: boolean };

/** `assay merge`: joins the shards of a run into one verdict. */
export const mergeCommand = (io: Io, exit: Exit): Command =>
  new Command('merge')
    .description('combine the JSON reports of all parts of a check (--shard) into one')
    .argument('<file...>', 'the JSON reports of all parts')
    .option('--report <kind=file>', reportHelpWith(), collect)
    .option('--verbose', verboseHelp, false)
    .action(async (files: readonly string[], options: Options) => exit(await merge(io, files, options)));

async function merge(
  io: Io,
  files: readonly string[],
  { report: reports, verbose }: Options,
): Promise<number> {
  const destinations = readDestinations(reports, io);
  if (wantsRecord(destinations))
    throw new UserError(
      '--report har needs every exchange, which shards do not keep; write one for each shard.',
    );
  await checkDestinations(
    destinations,
    files.map((file) => resolvePath(io, file)),
  );
  const shards = await Promise.all(files.map((file) => readShardReport(resolvePath(io, file))));
  const report = mergeReports(shards, await loadRuleSet(await loadContract()));
  const command = `assay check ${shellWord(report.target)}`;
  io.stdout.write(terminal(report, { colours: coloursFor(io), verbose, command }));
  const withCommand = { ...report, command };
  for (const destination of destinations) await writeReport(destination, withCommand);
  for (const line of await tellActions(withCommand, io.env)) print(io, line);
  return report.exitCode;
}
