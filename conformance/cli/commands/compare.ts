import { Command } from 'commander';
import { type Comparison, compareReports } from '../../report/compare.ts';
import { json, markdown, terminal } from '../../report/comparison.ts';
import { readReport } from '../../report/read-report.ts';
import { writeEach } from '../../report/write.ts';
import { coloursFor, type Exit, type Io, resolvePath } from '../io/io.ts';
import { checkDestinations, collect, readDestinationsOf } from '../options/options.ts';

type Options = {
  readonly report?: readonly string[];
  readonly acceptChoices: boolean;
  readonly verbose: boolean;
};

const renderers = { json, markdown } as const satisfies Readonly<
  Record<string, (comparison: Comparison) => string>
>;

export const compareCommand = (io: Io, exit: Exit): Command =>
  new Command('compare')
    .description(
      'compare two JSON reports: rules that began to fail, rules that were fixed, choices that changed',
    )
    .argument('<before>', 'the earlier JSON report')
    .argument('<after>', 'the later JSON report')
    .option('--report <kind=file>', 'write the comparison: json or markdown', collect)
    .option('--accept-choices', 'do not fail because a choice changed', false)
    .option('--verbose', 'name every rule, instead of only counting them', false)
    .action(async (before: string, after: string, options: Options) =>
      exit(await compare(io, [before, after], options)),
    );

async function compare(
  io: Io,
  files: readonly [before: string, after: string],
  { report: reports, acceptChoices, verbose }: Options,
): Promise<number> {
  const kinds = Object.keys(renderers) as readonly (keyof typeof renderers)[];
  const destinations = readDestinationsOf(kinds, reports, io);
  await checkDestinations(
    destinations,
    files.map((file) => resolvePath(io, file)),
  );
  const [before, after] = [
    await readReport(resolvePath(io, files[0])),
    await readReport(resolvePath(io, files[1])),
  ];
  const comparison = compareReports(before, after, { acceptChoices });
  io.stdout.write(terminal(comparison, { colours: coloursFor(io), verbose }));
  await writeEach(destinations, ({ kind }) => renderers[kind](comparison));
  return comparison.regressed ? 1 : comparison.undetermined ? 3 : 0;
}
