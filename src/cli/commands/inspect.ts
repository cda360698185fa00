import { dirname } from 'node:path';
import { besideTarget } from '../../../conformance/house/load.ts';
import { inspect as inspectFiles } from '../../../conformance/inspect.ts';
import { writeReport } from '../../../conformance/report/files/destination.ts';
import { tellActions } from '../../../conformance/report/github/github.ts';
import { terminal } from '../../../conformance/report/terminal/terminal.ts';
import { shellWord } from '../../../conformance/report/text/words.ts';
import { pathOfTarget, readTargetAt } from '../check/open-target.ts';
import { coloursFor } from '../io/colours.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { checkDestinations, readDestinations } from '../options/destinations.ts';
import { CommandWithEnvironment } from '../options/from-environment.ts';
import { collect } from '../options/option-values.ts';
import { loadContractWith, overlayHelp, resolveBeside } from '../options/overlays.ts';

type Options = {
  readonly baseUrl?: string;
  /** False: none is looked for. */
  readonly target?: string | false;
  readonly overlay?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly require?: readonly string[];
  readonly strict: boolean;
  readonly report?: readonly string[];
  readonly verbose: boolean;
};

/** `assay inspect`: judges recorded traffic; sends nothing. */
export const inspectCommand = (io: Io, exit: Exit) =>
  new CommandWithEnvironment('inspect')
    .description('judge recorded traffic against the contract; nothing is sent')
    .argument('<file...>', 'HTTP archives (HAR), judged together')
    .option(
      '--base-url <url>',
      'which requests are judged; by default those to the base URL of the target file, else to the first server that is asked for something of the interface',
    )
    .option(
      '--target <file>',
      'what only the operator knows: live, curated and hidden products (YAML); by default assay.target.yaml, in this folder or above it',
    )
    .option('--no-target', 'do not look for assay.target.yaml')
    .option('--overlay <file>', overlayHelp, collect)
    .option('--only <glob>', 'judge only by these rules: an id, its beginning or a glob', collect)
    .option('--skip <glob>', 'do not judge by these', collect)
    .option('--require <glob>', 'rules that have to pass', collect)
    .option('--strict', 'count a broken should as a violation', false)
    .option('--report <kind=file>', 'write a report: json, junit, html, markdown, har or ctrf', collect)
    .option('--verbose', 'show every rule that is otherwise only counted', false)
    .action(async (files: readonly string[], options: Options) => exit(await inspect(io, files, options)));

async function inspect(io: Io, files: readonly string[], options: Options): Promise<number> {
  const { baseUrl, overlay = [], only = [], skip = [], require = [], strict, verbose } = options;
  const destinations = readDestinations(options.report, io);
  await checkDestinations(destinations);
  const { path } = pathOfTarget(options.target || { find: options.target === undefined }, io);
  const { file } = await readTargetAt(path, io, { sends: false });
  const overlays = [
    ...resolveBeside(path ?? '', file.overlays ?? []),
    ...overlay.map((one) => resolvePath(io, one)),
  ];
  const report = await inspectFiles(
    files.map((one) => resolvePath(io, one)),
    {
      contract: await loadContractWith(overlays, io),
      target: {
        ...file,
        ...besideTarget(dirname(path ?? ''), file),
        ...(baseUrl === undefined ? {} : { baseUrl }),
      },
      only,
      skip,
      require,
      strict,
    },
  );
  const command = commandFor(files, options);
  io.stdout.write(terminal(report, { colours: coloursFor(io), verbose, command }));
  for (const destination of destinations) await writeReport(destination, { ...report, command });
  for (const line of await tellActions({ ...report, command }, io.env)) print(io, line);
  return report.exitCode;
}

/** The command line that inspects the same files again. */
function commandFor(files: readonly string[], { baseUrl, target, overlay = [] }: Options): string {
  const words = [
    ...files,
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ...(target === undefined ? [] : target ? ['--target', target] : ['--no-target']),
    ...overlay.flatMap((one) => ['--overlay', one]),
  ];
  return ['assay inspect', ...words.map(shellWord)].join(' ');
}
