import { Command } from 'commander';
import picocolors from 'picocolors';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { readDestination, wantsRecord, writeReport } from '../../conformance/report/destination.ts';
import { tellActions } from '../../conformance/report/github.ts';
import { mergeReports } from '../../conformance/report/merge.ts';
import { readShardReport } from '../../conformance/report/shard-report.ts';
import { terminal } from '../../conformance/report/terminal.ts';
import { shellWord } from '../../conformance/report/words.ts';
import { checkWritable } from '../../conformance/report/write.ts';
import { loadContract } from '../contract/load.ts';
import { Fault } from '../fault.ts';
import { gather } from './arguments.ts';
import { print } from './print.ts';

type Options = { readonly report?: readonly string[]; readonly verbose: boolean };

/** `assay merge`: one verdict over the shards of a run. */
export const mergeCommand = (): Command =>
  new Command('merge')
    .description('join the JSON reports of all shards of a run into one verdict')
    .argument('<file...>', 'what check --shard I/N --report json=FILE wrote, for every I')
    .option('--report <kind=file>', 'write a report: json, junit, html or markdown', gather)
    .option('--verbose', 'show observations, and every rule that is only counted', false)
    .action(merge);

async function merge(files: readonly string[], { report: wanted = [], verbose }: Options): Promise<void> {
  const destinations = wanted.map(readDestination);
  if (wantsRecord(destinations))
    throw new Fault('--report har needs every exchange, which shards do not keep; write one for each shard.');
  for (const { file } of destinations) await checkWritable(file);
  const shards = await Promise.all(files.map(readShardReport));
  const report = mergeReports(shards, await loadCatalogue(await loadContract()));
  const command = `assay check ${shellWord(report.target)}`;
  process.stdout.write(terminal(report, { colours: picocolors, verbose, command }));
  const whole = { ...report, command };
  for (const destination of destinations) await writeReport(destination, whole);
  for (const line of await tellActions(whole, process.env)) print(line);
  process.exitCode = report.exitCode;
}
