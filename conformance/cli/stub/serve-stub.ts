import { once } from 'node:events';
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import { lazy } from '../../../src/lazy.ts';
import { controlTokenName } from '../../../src/stub/admin/control-token.ts';
import type { Description } from '../../../src/stub/admin/description.ts';
import type { Catalog } from '../../../src/stub/catalog/catalog.ts';
import { isCatalogFileName, loadCatalog } from '../../../src/stub/catalog/load-catalog.ts';
import type { NamedMutants } from '../../../src/stub/middleware/faults/named-mutants.ts';
import { createOperationOf } from '../../../src/stub/requests/operation-of.ts';
import { createStub } from '../../../src/stub/server/create-stub.ts';
import { amendment } from '../../report/text/words.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { readChoices } from '../options/choices.ts';
import { showSteps } from '../output/progress.ts';
import { notImitatedText, stubText } from '../output/stub.ts';

/** How long to wait after a change, in milliseconds: editors write a file in several steps. */
const settleTime = 60;

/** Calls back on every change of a file, or of the catalog files of a folder, until it is closed. */
async function watchFixtures(path: string, onChange: () => void): Promise<{ close: () => void }> {
  const isFolder = (await stat(path)).isDirectory();
  // Editors replace the file by a new one, so the folder is watched.
  const folder = isFolder ? path : dirname(path);
  const isFixture = (name: string): boolean => (isFolder ? isCatalogFileName(name) : name === basename(path));
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, (_, name) => {
    if (name !== null && !isFixture(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settleTime);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/** The options of `assay stub`. */
export type StubCommandOptions = {
  readonly port: number;
  readonly host: string;
  readonly prefix: string;
  readonly fixtures?: string;
  readonly watch: boolean;
  readonly overlay?: readonly string[];
  readonly choices: string;
  readonly seed?: string;
  readonly control: boolean;
  readonly reveal: boolean;
  readonly quiet: boolean;
  readonly exportTarget?: string;
};

/** How long pending requests may take when the stub is stopped, in milliseconds. */
const longestGoodbye = 1000;

/** Serves a stub until it is interrupted. Modules that only some stubs need are imported when needed. */
export async function serveStub(options: StubCommandOptions, io: Io): Promise<void> {
  const { port, host, control, quiet } = options;
  const setting = await readSetting(options, io);
  const { contract, fixtures, choices, tokens } = setting;
  const load = (): Promise<Catalog> => loadFixtures(setting, options, io);
  const catalog = await load();
  let namedMutants = mutantsOf(catalog, setting, options);
  const stub = createStub({
    contract,
    catalog,
    choices,
    prefix: options.prefix,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    control,
    ...tokens,
    // Without control, the journal cannot be read.
    journal: control,
    reveal: options.reveal,
    namedMutants: () => namedMutants(),
    ...(quiet
      ? {}
      : { onServed: (served) => void setting.logging().then(({ logRequest }) => logRequest(served)) }),
  });
  await using listening = await stub.listen({ port, host });
  const { baseUrl } = listening;
  const writeTarget = (served: Catalog): Promise<void> => exportTarget(served, baseUrl, setting, options, io);
  await writeTarget(catalog);
  const serve = async (changed: Catalog): Promise<void> => {
    stub.serve(changed);
    namedMutants = mutantsOf(changed, setting, options);
    await writeTarget(changed);
  };
  const watcher =
    options.watch && fixtures !== undefined
      ? await watchFixtures(fixtures, () => void reload(fixtures, setting, load, serve))
      : undefined;

  using interrupt = io.onInterrupt();
  printStart(io, options, setting, stub.describe(baseUrl), baseUrl);
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  watcher?.close();
  await listening.close(longestGoodbye);
}

/** What a stub is served by. */
type Setting = Awaited<ReturnType<typeof readSetting>>;

async function readSetting(options: StubCommandOptions, io: Io) {
  const { overlay = [], exportTarget: target, prefix } = options;
  if (options.watch && options.fixtures === undefined)
    throw new UserError('--watch needs fixtures to watch; name them with --fixtures.');
  if (options.reveal && !options.control)
    throw new UserError('--reveal is about the journal, which is read with --control; add --control.');
  const tokens = tokensIn(io);
  const { choices, notImitated } = await readChoices(options.choices, io);
  if (target !== undefined) await (await import('./write-target-file.ts')).checkTargetFile(target, io);
  const contract = await loadContract({ overlays: overlay.map((path) => resolvePath(io, path)) });
  const logging = lazy(async () => {
    const { createLog, logServed } = await import('./request-log.ts');
    const log = createLog(io.stderr);
    return { log, logRequest: logServed(log, createOperationOf(contract, prefix), Object.values(tokens)) };
  });
  return {
    contract,
    fixtures: options.fixtures === undefined ? undefined : resolvePath(io, options.fixtures),
    tokens,
    choices,
    notImitated,
    logging,
  };
}

const mutantsOf = (
  catalog: Catalog,
  { contract, choices }: Setting,
  { prefix }: StubCommandOptions,
): NamedMutants =>
  lazy(async () => {
    const { mutantsOfRules } = await import('../../stub-target/rule-mutants.ts');
    return mutantsOfRules({ contract, catalog, choices, prefix })();
  });

/** Loads what is served; if that takes a while, the log says so. */
async function loadFixtures(
  { fixtures, contract, logging }: Setting,
  { quiet }: StubCommandOptions,
  io: Io,
): Promise<Catalog> {
  if (fixtures === undefined) return loadCatalog(undefined, contract);
  const { onStep, end } = showSteps(io.stderr, (step) => {
    if (quiet) return;
    void logging().then(({ log }) =>
      log('info', `loading ${fixtures} takes a while: ${step}`, {
        message: 'loading the fixtures takes a while',
        fixtures,
        step,
      }),
    );
  });
  return loadCatalog(fixtures, contract, onStep).finally(end);
}

async function exportTarget(
  catalog: Catalog,
  baseUrl: string,
  { choices }: Setting,
  { exportTarget: file, overlay = [] }: StubCommandOptions,
  io: Io,
): Promise<void> {
  if (file === undefined) return;
  const { writeTargetFile } = await import('./write-target-file.ts');
  await writeTargetFile(file, { catalog, baseUrl, choices }, overlay, io);
}

/** Serves fixtures that changed; those before them, if they are invalid. */
async function reload(
  fixtures: string,
  { logging }: Setting,
  load: () => Promise<Catalog>,
  serve: (catalog: Catalog) => Promise<void>,
): Promise<void> {
  const { log } = await logging();
  try {
    const changed = await load();
    await serve(changed);
    const serves = changed.name;
    const message = 'the fixtures changed and were reloaded';
    log('warn', `${message}: ${fixtures} (${serves})`, { message, fixtures, serves });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const message = 'the fixtures changed but are invalid; the last valid ones are still served';
    const problem = error.message;
    log('error', `${message}: ${problem}`, { message, fixtures, problem });
  }
}

/** Prints what is served, and where. */
function printStart(
  io: Io,
  { quiet, control, exportTarget: target, choices }: StubCommandOptions,
  { tokens, contract, notImitated }: Setting,
  description: Description,
  baseUrl: string,
): void {
  if (quiet) {
    print(io, baseUrl);
    return;
  }
  print(io, stubText(description, { control, hasControlToken: tokens.controlToken !== undefined, target }));
  for (const line of amendment(contract, contract.amended.length)) print(io, `\n${line}`);
  for (const line of notImitatedText(notImitated)) print(io, line);
  print(io, `\nchoices: ${choices}; Ctrl-C stops`);
}

/** The token that clients are to send, and the one that lets other machines control the stub. */
function tokensIn({ env }: Io): { readonly expectedToken?: string; readonly controlToken?: string } {
  const { ASSAY_TOKEN: expectedToken, [controlTokenName]: controlToken } = env;
  if (controlToken && !/^[!-~]{16,}$/.test(controlToken))
    throw new UserError(
      `${controlTokenName} is shorter than 16 characters, or holds one that is not allowed in a header; choose another.`,
    );
  return { ...(expectedToken ? { expectedToken } : {}), ...(controlToken ? { controlToken } : {}) };
}
