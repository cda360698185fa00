import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { Contract } from '../../../src/contract/contract.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import { withTexts } from '../../../src/json/json.ts';
import { withoutKeys } from '../../../src/secrets/credentials.ts';
import { choicesNamed } from '../../../src/stub/choices.ts';
import { controlTokenName } from '../../../src/stub/control.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { type Imitation, readChoicesFile } from '../../../src/stub/imitation.ts';
import { createOperationOf } from '../../../src/stub/routes.ts';
import { amendment } from '../../report/words.ts';
import { checkWritable, writeWhole } from '../../report/write.ts';
import { mutantsOfRules } from '../../stub-target/rule-mutants.ts';
import { loadSampleData } from '../../stub-target/sample-data.ts';
import { targetFileOf } from '../../stub-target/target-of-stub.ts';
import { schemaLine } from '../../target/schema-line.ts';
import type { TargetFile } from '../../target/target-file.ts';
import { withoutReferences } from '../../target/variables.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import {
  collectValues,
  contractHelp,
  filesGiven,
  fixturesHelp,
  overlayHelp,
  relativeTo,
  wholeNumber,
} from '../options/options.ts';
import { createLog, logServed, notImitatedText, stubText } from '../output/stub.ts';

type Options = {
  readonly port: number;
  readonly host: string;
  readonly prefix: string;
  readonly fixtures?: string;
  readonly overlay?: readonly string[];
  readonly choices: string;
  readonly seed?: string;
  readonly control: boolean;
  readonly reveal: boolean;
  readonly quiet: boolean;
  readonly exportTarget?: string;
  readonly contract?: string;
};

// biome-ignore format: one line a flag
export const stubCommand = (io: Io, exit: Exit): Command =>
  new Command('stub')
    .description('serve a small test server that behaves as the specification says')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--prefix <path>', 'a prefix of all paths, such as /api', readPrefix, '')
    .option('--fixtures <path>', fixturesHelp)
    .option('--contract <path>', `${contractHelp}; it is served with sample data`)
    .option('--overlay <file>', overlayHelp, collectValues)
    .option('--choices <how>', 'what the stub does where the specification leaves it a choice: `default`, `contrary` (the second option of each choice), `random:SEED`, or a file (choices, a target file or a JSON report)', 'default')
    .option('--seed <text>', 'make ids, secrets, the clock and random values repeatable')
    .option('--control', 'let programs on this machine add faults and read the received requests, under /__assay; other machines need the token in ASSAY_CONTROL_TOKEN', false)
    .option('--reveal', 'show secret values, but no credentials, in the journal of received requests (with --control)', false)
    .option('--quiet', 'print only the base URL, and log no requests', false)
    .option('--export-target <file>', 'write the target file for this stub, and go on serving')
    .action(async (options: Options) => {
      await serveStub(options, io);
      exit(0);
    });

/** How long pending requests may take when the stub is stopped, in milliseconds. */
const longestGoodbye = 1000;

async function serveStub(options: Options, io: Io): Promise<void> {
  const { port, host, prefix, control, reveal, quiet, exportTarget } = options;
  if (reveal && !control)
    throw new UserError('--reveal is about the journal, which is read with --control; add --control.');
  const tokens = tokensIn(io);
  if (exportTarget !== undefined) await checkTargetFile(exportTarget, io);
  const stated = await loadContract(filesGiven(options, io));
  const log = createLog(io.stderr);
  const fixtures = options.fixtures === undefined ? undefined : resolvePath(io, options.fixtures);
  const served = await loadSampleData(stated, fixtures);
  const { contract } = served;
  const { choices, notImitated } = await readImitation(contract, options.choices, io);
  const logged = logServed(log, contract, createOperationOf(contract, prefix), Object.values(tokens));
  const stub = createStub({
    ...served,
    choices,
    prefix,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    control,
    ...tokens,
    journal: control,
    reveal,
    namedMutants: mutantsOfRules({ ...served, choices, prefix }),
    ...(quiet
      ? {}
      : { onServed: (served) => logged({ ...served, request: withoutKeys(contract, served.request) }) }),
  });
  await using listening = await stub.listen({ port, host });
  const { baseUrl } = listening;
  if (exportTarget !== undefined)
    await writeTargetFile(exportTarget, targetFileOf(served, baseUrl, choices), options, io);

  using interrupt = io.onInterrupt();
  if (quiet) print(io, baseUrl);
  else {
    const started = {
      control,
      hasControlToken: tokens.controlToken !== undefined,
      target: exportTarget,
      contract: options.contract,
    };
    print(io, stubText(stub.describe(baseUrl), started));
    for (const line of amendment(contract, contract.amended.length)) print(io, `\n${line}`);
    for (const line of notImitatedText(notImitated)) print(io, line);
    print(io, `\nchoices: ${options.choices}; Ctrl-C stops`);
  }
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await listening.close(longestGoodbye);
}

function tokensIn({ env }: Io): { readonly expectedToken?: string; readonly controlToken?: string } {
  const { ASSAY_TOKEN: expectedToken, [controlTokenName]: controlToken } = env;
  if (controlToken && !/^[!-~]{16,}$/.test(controlToken))
    throw new UserError(
      `${controlTokenName} is shorter than 16 characters, or contains one that is not allowed in a header; choose another.`,
    );
  return { ...(expectedToken ? { expectedToken } : {}), ...(controlToken ? { controlToken } : {}) };
}

export async function readImitation(contract: Contract, nameOrFile: string, io: Io): Promise<Imitation> {
  const named = choicesNamed(contract, nameOrFile);
  if (named) return { choices: named, notImitated: [] };
  if (/\.(ya?ml|json)$/i.test(nameOrFile)) return readChoicesFile(contract, resolvePath(io, nameOrFile));
  throw new UserError(
    `--choices ${nameOrFile} is unknown; write \`default\`, \`contrary\`, \`random:SEED\` or a YAML or JSON file.`,
  );
}

function readPrefix(text: string): string {
  const prefix = text.replace(/\/+$/, '');
  if (prefix === '' || /^(\/[\w.~-]+)+$/.test(prefix)) return prefix;
  throw new InvalidArgumentError('It must be a path like /api.');
}

/** Only a target file may be overwritten. */
async function checkTargetFile(path: string, io: Io): Promise<void> {
  const file = resolvePath(io, path);
  await checkWritable(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.trim() !== '' && !/^(#.*target\.schema\.json|contract:|baseUrl:|\{\s*"baseUrl")/m.test(text))
    throw new UserError(`${path} is not a target file, and is not overwritten; name another file.`);
}

async function writeTargetFile(
  path: string,
  known: TargetFile,
  { contract, overlay = [] }: Pick<Options, 'contract' | 'overlay'>,
  io: Io,
): Promise<void> {
  const file = resolvePath(io, path);
  const [openapi] = contract === undefined ? [] : relativeTo(io, path, [contract]);
  const overlays = overlay.length === 0 ? {} : { overlays: relativeTo(io, path, overlay) };
  const { stringify } = await import('yaml');
  const named = openapi === undefined ? known : { contract: openapi, ...known };
  const text = stringify(withTexts({ ...named, ...overlays }, withoutReferences), { lineWidth: 0 });
  await writeWhole(file, openapi === undefined ? `#${schemaLine(file)}\n${text}` : text);
}
