import { Command } from 'commander';
import { compareReports } from '../../report/compare.ts';
import { comparisonMarkdown, comparisonTerminal } from '../../report/comparison.ts';
import { readReport } from '../../report/read-report.ts';
import { writeReports } from '../../report/report-files.ts';
import { coloursFor, type Exit, type Io, resolvePath } from '../io/io.ts';
import { collectValues, keepApart, readDestinations, reportHelp } from '../options/options.ts';

type Options = {
  readonly report?: readonly string[];
  readonly acceptChoices: boolean;
  readonly verbose: boolean;
};

const comparisonKinds = { markdown: { write: comparisonMarkdown, words: 'for a comment' } };

// biome-ignore format: one line a flag
export const compareCommand = (io: Io, exit: Exit): Command =>
  new Command('compare')
    .description(
      'compare two JSON reports: rules that began to fail, rules that were fixed, choices that changed',
    )
    .argument('<before>', 'the earlier JSON report')
    .argument('<after>', 'the later JSON report')
    .option('--report <kind=file>', reportHelp(comparisonKinds), collectValues)
    .option('--accept-choices', 'do not fail because a choice changed', false)
    .option('--verbose', 'name every rule, instead of only counting them', false)
    .action(async (before: string, after: string, options: Options) =>
      exit(await compare(io, resolvePath(io, before), resolvePath(io, after), options)),
    );

async function compare(
  io: Io,
  before: string,
  after: string,
  { report: reports, acceptChoices, verbose }: Options,
): Promise<number> {
  const destinations = await readDestinations(comparisonKinds, reports, io);
  await keepApart(destinations, async () => [before, after]);
  const comparison = compareReports(await readReport(before), await readReport(after), { acceptChoices });
  io.stdout.write(comparisonTerminal(comparison, { colours: coloursFor(io), verbose }));
  await writeReports(destinations, comparisonKinds, comparison);
  return comparison.regressed ? 1 : comparison.undetermined ? 3 : 0;
}
