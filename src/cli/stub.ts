import { once } from 'node:events';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { amendment } from '../../conformance/report/words.ts';
import { checkWritable, writeWhole } from '../../conformance/report/write.ts';
import { Fault } from '../fault.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import { readChoices } from '../stub/read-choices.ts';
import { createRecognise } from '../stub/recognise.ts';
import { gather, wholeNumber } from './arguments.ts';
import { loadOverlaid, overlayHelp, seenFrom } from './overlays.ts';
import { print } from './print.ts';
import { createLog, logServed } from './stub-log.ts';
import { mutantsOfRules } from './stub-mutants.ts';
import { readPrefix } from './stub-prefix.ts';
import { stubSheet } from './stub-sheet.ts';
import { watchFixtures } from './stub-watch.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

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

/** `assay stub`: serves the reference implementation until it is interrupted. */
export const stubCommand = (): Command =>
  new Command('stub')
    .description('serve the reference stub')
    .option('--port <n>', 'the port to listen on; 0 is any that is free', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--prefix <path>', 'a path that all others stand under, such as /api', readPrefix, '')
    .option('--fixtures <path>', 'a catalog to serve: a YAML or JSON file, or a folder of them')
    .option('--watch', 'serve the fixtures anew whenever they change', false)
    .option('--overlay <file>', overlayHelp, gather)
    .option(
      '--choices <how>',
      'how to choose where the document is silent: usual, contrary, random:SEED or a file',
      'usual',
    )
    .option('--seed <text>', 'make ids, secrets, the clock and chance repeatable')
    .option('--control', 'let this machine arm faults and read the journal, under /__assay', false)
    .option('--quiet', 'print the base URL and nothing else; log no requests', false)
    .option('--export-target <file>', 'write the target file that matches this stub')
    .action(stub);

async function stub(options: Options): Promise<void> {
  const { port, host, prefix, fixtures, seed, control, quiet, exportTarget } = options;
  if (options.watch && fixtures === undefined)
    throw new Fault('--watch needs something to watch; name it by --fixtures.');
  const choices = await readChoices(options.choices);
  if (exportTarget !== undefined) await checkWritable(exportTarget);
  const contract = await loadOverlaid(options.overlay ?? []);
  const load = () => (fixtures === undefined ? loadCatalog() : loadCatalog(fixtures, contract));
  const catalog = await load();
  const log = createLog(quiet);
  const served = createStub({
    contract,
    catalog,
    choices,
    prefix,
    ...(seed === undefined ? {} : { seed }),
    control,
    namedMutants: mutantsOfRules({ contract, catalog, choices, prefix }),
    ...(quiet ? {} : { onServed: logServed(log, createRecognise(contract, prefix)) }),
  });
  await using listening = await served.listen({ port, host });
  const { baseUrl } = listening;
  if (exportTarget !== undefined) {
    const overlays = seenFrom(exportTarget, options.overlay ?? []);
    const file = { ...targetOfCatalog(catalog, baseUrl), ...(overlays.length > 0 ? { overlays } : {}) };
    await writeWhole(exportTarget, stringify(file, { lineWidth: 0 }));
  }
  const watcher =
    options.watch && fixtures !== undefined ? await watchFixtures(fixtures, () => void reload()) : undefined;

  async function reload(): Promise<void> {
    try {
      const changed = await load();
      served.serve(changed);
      log.warn({ fixtures, serves: changed.name }, 'the fixtures changed and are served');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.error(
        { fixtures, problem: error.message },
        'the fixtures changed, but not for the good; the last good ones are still served',
      );
    }
  }

  print(quiet ? baseUrl : stubSheet(served.describe(baseUrl)));
  if (!quiet) {
    for (const line of amendment(contract.amended, contract.amended.length)) print(`\n${line}`);
    print(`\nchoices: ${options.choices}; Ctrl-C stops`);
  }
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  watcher?.close();
}
