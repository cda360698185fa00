import type { Command } from 'commander';
import type { Exit, Io } from '../io/io.ts';
import { CommandWithEnvironment } from '../options/from-environment.ts';
import {
  reportHelp,
  selectionOptions,
  strictHelp,
  targetOptions,
  verboseHelp,
} from '../options/judging-options.ts';
import { collect, wholeNumber } from '../options/option-values.ts';
import { type ProxyCommandOptions, serveProxy } from '../proxy/serve-proxy.ts';

/** `assay proxy`: passes requests on to a server and judges what passes, until it is interrupted. */
export function proxyCommand(io: Io, exit: Exit): Command {
  const command = new CommandWithEnvironment('proxy')
    .description(
      'forward requests from clients to a server, and check the responses; sends no requests of its own',
    )
    .argument('<upstream>', 'the address of the server, with or without a path')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'the address to listen on', '127.0.0.1');
  targetOptions(command, 'a file that describes the server: its nodes and ids');
  return selectionOptions(command, { only: 'report only these rules', skip: 'do not report these rules' })
    .option('--strict', strictHelp, false)
    .option('--report <kind=file>', `at the end, ${reportHelp}`, collect)
    .option('--har <file>', 'write every checked request and its response to an HTTP archive (HAR)')
    .option('--findings-page', 'show the report at /__assay, only to this machine', false)
    .option('--rename-host', 'replace the Host header of clients by the name of the server', false)
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .option('--verbose', verboseHelp, false)
    .action(async (upstream: string, options: ProxyCommandOptions) =>
      exit(await serveProxy(upstream, options, io)),
    );
}
