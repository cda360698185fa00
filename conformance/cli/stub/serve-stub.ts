import { once } from 'node:events';
import { UserError } from '../../../src/errors.ts';
import { lazy } from '../../../src/lazy.ts';
import { controlTokenName } from '../../../src/stub/admin/control-token.ts';
import type { Catalog } from '../../../src/stub/catalog/catalog.ts';
import { loadCatalog } from '../../../src/stub/catalog/load-catalog.ts';
import type { NamedMutants } from '../../../src/stub/middleware/faults/named-mutants.ts';
import type { Served } from '../../../src/stub/middleware/served.ts';
import { createOperationOf } from '../../../src/stub/requests/operation-of.ts';
import { createStub } from '../../../src/stub/server/create-stub.ts';
import { amendment } from '../../report/text/words.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { readChoices } from '../options/choices.ts';
import { loadContractWith } from '../options/overlays.ts';
import { showSteps } from '../output/progress.ts';
import { notImitatedText, stubText } from '../output/stub.ts';
import { watchFixtures } from './watch-fixtures.ts';

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
  readonly quiet: boolean;
  readonly exportTarget?: string;
};

/** How long pending requests may take when the stub is stopped, in milliseconds. */
const longestGoodbye = 1000;

/** Serves a stub until it is interrupted. Modules that only some stubs need are imported when needed. */
export async function serveStub(options: StubCommandOptions, io: Io): Promise<void> {
  const { port, host, prefix, overlay = [], seed, control, quiet, exportTarget } = options;
  if (options.watch && options.fixtures === undefined)
    throw new UserError('--watch needs fixtures to watch; name them with --fixtures.');
  const fixtures = options.fixtures === undefined ? undefined : resolvePath(io, options.fixtures);
  const stubTokens = tokensIn(io);
  const { choices, notImitated } = await readChoices(options.choices, io);
  if (exportTarget !== undefined)
    await (await import('./write-target-file.ts')).checkTargetFile(exportTarget, io);
  const overlays = overlay.map((path) => resolvePath(io, path));
  const contract = await loadContractWith(overlays, io);
  const mutantsOf = (catalog: Catalog): NamedMutants =>
    lazy(async () => {
      const { mutantsOfRules } = await import('../../stub-target/rule-mutants.ts');
      return mutantsOfRules({ contract, catalog, choices, prefix })();
    });
  const operationOf = createOperationOf(contract, prefix);
  const logging = lazy(async () => {
    const { createLog, logServed } = await import('./request-log.ts');
    const log = createLog(io.stderr);
    return { log, logRequest: logServed(log, operationOf, Object.values(stubTokens)) };
  });
  async function load(): Promise<Catalog> {
    if (fixtures === undefined) return loadCatalog();
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
  const onServed = (served: Served): void => void logging().then(({ logRequest }) => logRequest(served));

  const catalog = await load();
  let namedMutants = mutantsOf(catalog);
  const stub = createStub({
    contract,
    catalog,
    choices,
    prefix,
    ...(seed === undefined ? {} : { seed }),
    control,
    ...stubTokens,
    // Without control, nobody can read the journal.
    journal: control,
    namedMutants: () => namedMutants(),
    ...(quiet ? {} : { onServed }),
  });
  await using listening = await stub.listen({ port, host });
  const { baseUrl } = listening;
  await exportTargetFor(catalog);
  const watcher =
    options.watch && fixtures !== undefined
      ? await watchFixtures(fixtures, () => void reload(fixtures))
      : undefined;

  async function exportTargetFor(served: Catalog): Promise<void> {
    if (exportTarget === undefined) return;
    const { writeTargetFile } = await import('./write-target-file.ts');
    await writeTargetFile(exportTarget, { catalog: served, baseUrl, choices }, overlay, io);
  }

  async function reload(path: string): Promise<void> {
    const { log } = await logging();
    try {
      const changed = await load();
      stub.serve(changed);
      namedMutants = mutantsOf(changed);
      await exportTargetFor(changed);
      const serves = changed.name;
      const message = 'the fixtures changed and were reloaded';
      log('warn', `${message}: ${path} (${serves})`, { message, fixtures: path, serves });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const message = 'the fixtures changed but are invalid; the last valid ones are still served';
      const problem = error.message;
      log('error', `${message}: ${problem}`, { message, fixtures: path, problem });
    }
  }

  using interrupt = io.onInterrupt();
  print(
    io,
    quiet
      ? baseUrl
      : stubText(stub.describe(baseUrl), {
          control,
          hasControlToken: stubTokens.controlToken !== undefined,
          target: exportTarget,
        }),
  );
  if (!quiet) {
    for (const line of amendment(contract.amended, contract.amended.length)) print(io, `\n${line}`);
    for (const line of notImitatedText(notImitated)) print(io, line);
    print(io, `\nchoices: ${options.choices}; Ctrl-C stops`);
  }
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  watcher?.close();
  await listening.close(longestGoodbye);
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
