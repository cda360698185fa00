import { Command, InvalidArgumentError } from 'commander';
import { filesOfFixtures } from '../../../src/contract/fixtures.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import { sparingLoopback } from '../../../src/http/proxy-variables.ts';
import { anyToken } from '../../../src/stub/authorization.ts';
import { fillIn } from '../../../src/words.ts';
import { readExpected } from '../../client/expected-file.ts';
import {
  clientHtml,
  clientJson,
  clientMarkdown,
  clientPlanText,
  clientTerminal,
} from '../../client/report/client.ts';
import { clientJunit } from '../../client/report/junit.ts';
import { runCommand } from '../../client/run-command.ts';
import { type ClientTerms, tryBaseline, tryVariations } from '../../client/try-client.ts';
import { longestBudget, longestTimeout } from '../../engine/option-defaults.ts';
import { writeReports } from '../../report/report-files.ts';
import { shownWords } from '../../report/secrets.ts';
import { commandLine } from '../../report/words.ts';
import { loadSampleData } from '../../stub-target/sample-data.ts';
import { coloursFor, type Exit, type Io, print, resolvePath } from '../io/io.ts';
import {
  collectValues,
  contractHelp,
  filesGiven,
  fixturesHelp,
  flagWords,
  keepApart,
  overlayHelp,
  readDestinations,
  readShard,
  reportHelp,
  wholeNumber,
} from '../options/options.ts';
import { showProgress } from '../output/progress.ts';
import { filesRead, namedBy } from '../target/open-target.ts';

type Options = {
  readonly env?: readonly NamedTemplate[];
  readonly contract?: string;
  readonly fixtures?: string;
  readonly overlay?: readonly string[];
  readonly only?: readonly string[];
  readonly choose?: readonly string[];
  readonly expect?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly report?: readonly string[];
  readonly control: boolean;
  readonly reveal: boolean;
  readonly strict: boolean;
  readonly bail: boolean;
  readonly plan: boolean;
  readonly concurrency: number;
  readonly timeout: number;
  readonly budget?: number;
  readonly verbose: boolean;
};

export const clientKinds = {
  json: { write: clientJson, words: 'for programs' },
  junit: { write: clientJunit, words: 'for CI' },
  html: { write: clientHtml, words: 'a page for people' },
  markdown: { write: clientMarkdown, words: 'for a comment' },
};

// biome-ignore format: one line a flag
export const clientCommand = (io: Io, exit: Exit): Command =>
  new Command('client')
    .description(
      'run the tests of a client against the stub, once for each option that a server may take (variation)',
    )
    .usage('[flags] -- COMMAND [ARG...]')
    .argument('[command...]', `the command that tests the client; the address of the stub is in ${stubVariable}`)
    .option('--env <name=template>', 'another environment variable for the command; {url}, {port} and {token} are replaced, also in its arguments', readNamedTemplate)
    .option('--fixtures <path>', fixturesHelp)
    .option('--contract <path>', contractHelp)
    .option('--overlay <file>', overlayHelp, collectValues)
    .option('--expect <file>', 'requests that the tests mean to be rejected: method, path, reason (YAML)')
    .option('--only <glob>', 'run only these variations: a choice, or NAME=OPTION', collectValues)
    .option('--choose <name=option>', 'run only this variation; if repeated, all of them together', collectValues)
    .option('--shard <i/n>', 'run one part of the variations, such as 2/3; each part has a verdict of its own', readShard)
    .option('--control', 'let the tests add faults, read the received requests, set the clock and reset their stub, under {url}/__assay', false)
    .option('--reveal', 'show secret values, but no credentials, in the received requests (with --control)', false)
    .option('--strict', 'fail also if the client cannot cope with a fault (resilience)', false)
    .option('--bail', 'start no more variations after the first failure', false)
    .option('--plan', 'run the tests only once, with every default, and list the variations that would follow', false)
    .option('--concurrency <n>', 'how many commands run at once', wholeNumber(1, 64), 2)
    .option('--timeout <ms>', 'how long one run of the command may take', wholeNumber(1, longestTimeout), 300_000)
    .option('--report <kind=file>', reportHelp(clientKinds), collectValues)
    .option('--budget <s>', 'how many seconds all runs together may take', wholeNumber(1, longestBudget))
    .option('--verbose', 'show all problems, and the options of choices that were left out', false)
    .action(async (words: string[], options: Options) => exit(await client(io, words, options)));

async function client(io: Io, words: readonly string[], options: Options): Promise<number> {
  if (words.length === 0)
    throw new UserError('there is no command to run; write it behind two dashes: assay client -- npm test');
  const destinations = await readDestinations(clientKinds, options.report, io);
  const given = filesGiven(options, io);
  const stated = await loadContract(given);
  const fixtures = options.fixtures === undefined ? undefined : resolvePath(io, options.fixtures);
  await keepApart(destinations, async () => [
    ...(await filesRead(stated, namedBy(given))),
    ...(fixtures === undefined ? [] : await filesOfFixtures(fixtures)),
  ]);
  const served = await loadSampleData(stated, fixtures);
  const { contract } = served;
  if (options.reveal && !options.control)
    throw new UserError(
      '--reveal is about the received requests, which are read with --control; add --control.',
    );
  if (options.shard && options.choose)
    throw new UserError('--shard is a part of all variations; leave out --choose.');
  const expected =
    options.expect === undefined ? [] : await readExpected(resolvePath(io, options.expect), contract);
  const setting = {
    ...served,
    isOwnCatalog: fixtures !== undefined,
    ...(options.control ? { control: { reveal: options.reveal } } : {}),
  };
  const startedAt = new Date();
  using interrupt = io.onInterrupt();
  const { budget } = options;
  const stop = AbortSignal.any([
    interrupt.signal,
    ...(budget === undefined
      ? []
      : [AbortSignal.timeout(Math.max(0, Math.round(budget * 1000 - (performance.now() - io.startTime))))]),
  ]);
  const progress = showProgress(io.stderr);
  const terms: ClientTerms = {
    ...options,
    expected,
    command: shownWords(words),
    repeat: repeatOf(io.env, words, options),
    run: (baseUrl, signal) => {
      const [name = '', ...rest] = words.map((word) => filled(word, baseUrl));
      const named = (options.env ?? []).map(([key, template]) => [key, filled(template, baseUrl)] as const);
      const env = { ...sparingLoopback(io.env), [stubVariable]: baseUrl, ...Object.fromEntries(named) };
      return runCommand({ words: [name, ...rest], cwd: io.cwd, env, timeout: options.timeout }, signal);
    },
    signal: stop,
    onProgress: progress.onProgress,
  };
  try {
    const baseline = await tryBaseline(setting, terms);
    if (options.plan && baseline.failure === undefined && !stop.aborted) {
      const { planned, unnoticed } = baseline.plan;
      print(
        io,
        clientPlanText(
          planned.map(({ variation }) => variation.id),
          unnoticed,
        ),
      );
      return 0;
    }
    const report = await tryVariations(setting, baseline, terms, startedAt);
    progress.end();
    io.stdout.write(clientTerminal(report, { colours: coloursFor(io), verbose: options.verbose }));
    await writeReports(destinations, clientKinds, report);
    return report.exitCode;
  } finally {
    progress.end();
  }
}

const repeatOf =
  (
    from: Io['env'],
    words: readonly string[],
    { env = [], contract, fixtures, overlay, expect, control, reveal }: Options,
  ) =>
  (chosen: readonly string[]): string =>
    commandLine(from, [
      'client',
      ...flagWords({
        ...{ contract, fixtures, overlay, expect },
        env: env.flatMap(([name, template]) => shownWords([`${name}=${template}`])),
        ...{ control, reveal, choose: chosen },
      }),
      '--',
      ...shownWords(words),
    ]);

type NamedTemplate = readonly [name: string, template: string];

const stubVariable = 'ASSAY_STUB_URL';

function readNamedTemplate(text: string, before: readonly NamedTemplate[] = []): readonly NamedTemplate[] {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || template === undefined)
    throw new InvalidArgumentError("It must be NAME=TEMPLATE, such as 'SHOP_URL={url}/'.");
  return [...before, [name, template]];
}

export function filled(template: string, baseUrl: string): string {
  const words = new Map([
    ['url', baseUrl],
    ['port', new URL(baseUrl).port],
    ['token', anyToken],
  ]);
  return fillIn(template, (name) => words.get(name));
}
