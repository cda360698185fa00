import { Command } from 'commander';
import type { Exit, Io } from '../io/io.ts';
import { collect, wholeNumber } from '../options/option-values.ts';
import { overlayHelp } from '../options/overlays.ts';
import { readPrefix } from '../options/prefix.ts';
import { type StubCommandOptions, serveStub } from '../stub/serve-stub.ts';

/** `assay stub`: serves the stub until it is interrupted. */
export const stubCommand = (io: Io, exit: Exit): Command =>
  new Command('stub')
    .description('serve a small test server that behaves as the specification says')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--prefix <path>', 'a prefix of all paths, such as /api', readPrefix, '')
    .option('--fixtures <path>', 'a catalog to serve: a YAML or JSON file, or a folder of them')
    .option('--watch', 'reload the catalog whenever it changes', false)
    .option('--overlay <file>', overlayHelp, collect)
    .option(
      '--choices <how>',
      'what the stub does where the specification leaves it a choice: `default`, `contrary` (the second option of each choice), `random:SEED`, or a file (choices, a target file or a JSON report)',
      'default',
    )
    .option('--seed <text>', 'make ids, secrets, the clock and random values repeatable')
    .option(
      '--control',
      'let programs on this machine add faults and read the received requests, under /__assay; other machines need the token in ASSAY_CONTROL_TOKEN',
      false,
    )
    .option('--reveal', 'show payment values in the journal of received requests (with --control)', false)
    .option('--quiet', 'print only the base URL, and log no requests', false)
    .option('--export-target <file>', 'write the target file for this stub, and go on serving')
    .action(async (options: StubCommandOptions) => {
      await serveStub(options, io);
      exit(0);
    });
