import type { Command } from 'commander';
import type { Exit, Io } from '../io/io.ts';
import { CommandWithEnvironment } from '../options/from-environment.ts';
import { selectionOptions, targetOptions } from '../options/judging-options.ts';
import { collect, wholeNumber } from '../options/option-values.ts';
import { type ProxyCommandOptions, serveProxy } from '../proxy/serve-proxy.ts';

/** `assay proxy`: passes requests on to a server and judges what passes, until it is interrupted. */
export function proxyCommand(io: Io, exit: Exit): Command {
  const command = new CommandWithEnvironment('proxy')
    .description(
      'forward requests between clients and a server, and check them; sends no requests of its own',
    )
    .argument('<upstream>', 'the address of the server, with or without a path')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'the address to listen on', '127.0.0.1');
  targetOptions(command, 'the target file: nodes, ids, waivers and more');
  return selectionOptions(command, { only: 'report only these rules', skip: 'do not report these rules' })
    .option('--strict', 'count a broken should as a violation', false)
    .option(
      '--report <kind=file>',
      'write a report at the end: json, junit, html, markdown, har or ctrf',
      collect,
    )
    .option('--har <file>', 'write every checked exchange to an HTTP archive')
    .option('--findings-page', 'show the report at /__assay, only to this machine', false)
    .option(
      '--rename-host',
      'send the name of the server in Host, instead of the one that clients send',
      false,
    )
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .option('--verbose', 'list every rule, instead of only counting them', false)
    .action(async (upstream: string, options: ProxyCommandOptions) =>
      exit(await serveProxy(upstream, options, io)),
    );
}
