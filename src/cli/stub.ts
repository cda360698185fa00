import { once } from 'node:events';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { checkWritable, writeWhole } from '../../conformance/report/write.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import { loadContract } from '../contract/load.ts';
import { createStub } from '../stub/create.ts';
import { loadCatalog } from '../stub/load-catalog.ts';
import { wholeNumber } from './arguments.ts';
import { readChoices } from './choose.ts';
import { print } from './print.ts';
import { stubSheet } from './stub-sheet.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

type Options = {
  readonly port: number;
  readonly host: string;
  readonly fixtures?: string;
  readonly choices: string;
  readonly exportTarget?: string;
};

/** `assay stub`: serves the reference implementation until it is interrupted. */
export const stubCommand = (): Command =>
  new Command('stub')
    .description('serve the reference stub')
    .option('--port <n>', 'the port to listen on; 0 is any that is free', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--fixtures <path>', 'a catalog to serve (YAML); by default the shop that comes with assay')
    .option(
      '--choices <how>',
      'how to choose where the document is silent: usual, contrary or random:SEED',
      'usual',
    )
    .option('--export-target <file>', 'write the target file that matches this stub')
    .action(stub);

async function stub({ port, host, fixtures, choices, exportTarget }: Options): Promise<void> {
  const chosen = readChoices(choices);
  if (exportTarget !== undefined) await checkWritable(exportTarget);
  const contract = await loadContract();
  const catalog = await loadCatalog(fixtures);
  await using listening = await createStub({ contract, catalog, choices: chosen }).listen({ port, host });
  const file = targetOfCatalog(catalog, listening.baseUrl);
  if (exportTarget !== undefined) await writeWhole(exportTarget, stringify(file, { lineWidth: 0 }));
  print(stubSheet(contract, catalog, resolveTarget(file, listening.baseUrl)));
  print(`\nchoices: ${choices}; Ctrl-C stops`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
