import { Command } from 'commander';
import { gather, wholeNumber } from './arguments.ts';
import { overlayHelp } from './overlays.ts';
import { serveStub } from './serve-stub.ts';
import { readPrefix } from './stub-prefix.ts';

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
    .action(serveStub);
