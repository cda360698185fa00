import { once } from 'node:events';
import { amendment } from '../../conformance/report/words.ts';
import { checkWritable } from '../../conformance/report/write.ts';
import { Fault } from '../fault.ts';
import type { Catalog } from '../stub/catalog.ts';
import { createStub } from '../stub/create.ts';
import type { NamedMutants } from '../stub/faults/named-mutants.ts';
import { lazy } from '../stub/lazy.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import { readChoices } from '../stub/read-choices.ts';
import { createRecognise } from '../stub/recognise.ts';
import type { Served } from '../stub/served.ts';
import { loadOverlaid } from './overlays.ts';
import { print } from './print.ts';
import { showSteps } from './progress.ts';
import { stubSheet } from './stub-sheet.ts';
import { watchFixtures } from './stub-watch.ts';

type Options = {
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

/** Serves a stub until it is interrupted. What only some stubs need is imported when it is needed: it takes its time. */
export async function serveStub(options: Options): Promise<void> {
  const { port, host, prefix, fixtures, overlay = [], seed, control, quiet, exportTarget } = options;
  if (options.watch && fixtures === undefined)
    throw new Fault('--watch needs something to watch; name it by --fixtures.');
  const choices = await readChoices(options.choices);
  if (exportTarget !== undefined) await checkWritable(exportTarget);
  const contract = await loadOverlaid(overlay);
  const mutantsOf = (catalog: Catalog): NamedMutants =>
    lazy(async () => {
      const { mutantsOfRules } = await import('./stub-mutants.ts');
      return mutantsOfRules({ contract, catalog, choices, prefix })();
    });
  const recognise = createRecognise(contract, prefix);
  const logging = lazy(async () => {
    const { createLog, logServed } = await import('./stub-log.ts');
    const log = createLog(quiet);
    return { log, logRequest: logServed(log, recognise) };
  });
  async function load(): Promise<Catalog> {
    if (fixtures === undefined) return loadCatalog();
    const { onStep, end } = showSteps(process.stderr, (step) => {
      void logging().then(({ log }) => log.info({ fixtures, step }, 'the fixtures take a while'));
    });
    return loadCatalog(fixtures, contract, onStep).finally(end);
  }
  const onServed = (served: Served): void => void logging().then(({ logRequest }) => logRequest(served));

  const catalog = await load();
  let namedMutants = mutantsOf(catalog);
  const served = createStub({
    contract,
    catalog,
    choices,
    prefix,
    ...(seed === undefined ? {} : { seed }),
    control,
    // Without control, nobody can ask for it.
    journal: control,
    namedMutants: () => namedMutants(),
    ...(quiet ? {} : { onServed }),
  });
  await using listening = await served.listen({ port, host });
  const { baseUrl } = listening;
  await tellOf(catalog);
  const watcher =
    options.watch && fixtures !== undefined ? await watchFixtures(fixtures, () => void reload()) : undefined;

  async function tellOf(shown: Catalog): Promise<void> {
    if (exportTarget === undefined) return;
    const { writeTargetFile } = await import('./target-file-of-catalog.ts');
    await writeTargetFile(exportTarget, shown, baseUrl, overlay);
  }

  async function reload(): Promise<void> {
    const { log } = await logging();
    try {
      const changed = await load();
      served.serve(changed);
      namedMutants = mutantsOf(changed);
      await tellOf(changed);
      log.warn({ fixtures, serves: changed.name }, 'the fixtures changed and are served');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.error(
        { fixtures, problem: error.message },
        'the fixtures changed, but not for the good; the last good ones are still served',
      );
    }
  }

  print(quiet ? baseUrl : stubSheet(served.describe(baseUrl), { control, target: exportTarget }));
  if (!quiet) {
    for (const line of amendment(contract.amended, contract.amended.length)) print(`\n${line}`);
    print(`\nchoices: ${options.choices}; Ctrl-C stops`);
  }
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  watcher?.close();
}
