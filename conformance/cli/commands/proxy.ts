import { once } from 'node:events';
import type { Command } from 'commander';
import { isLoopback } from '../../../src/http/exchange.ts';
import { startProxy } from '../../proxy/start-proxy.ts';
import { terminal } from '../../report/check.ts';
import { kinds, writeReports } from '../../report/kinds.ts';
import { plain, plainDeep } from '../../report/plain.ts';
import type { Finding, Report } from '../../report/report.ts';
import type { Style } from '../../report/terminal.ts';
import { shellWord } from '../../report/words.ts';
import { coloursFor, type Exit, type Io, print, resolvePath } from '../io/io.ts';
import {
  CommandWithEnvironment,
  type JudgingOptions,
  judgingOptions,
  readDestinations,
  selectionOf,
  wholeNumber,
} from '../options/options.ts';
import { filesOfTarget, placeOfTarget, readTargetAt } from '../target/open-target.ts';

type Options = JudgingOptions & {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly renameHost: boolean;
  readonly insecure: boolean;
};

/** How long the exchanges that are left are judged after an interrupt, in milliseconds. */
const timeToJudge = 1200;

export function proxyCommand(io: Io, exit: Exit): Command {
  const command = new CommandWithEnvironment('proxy')
    .description(
      'forward requests from clients to a server, and check the responses; sends no requests of its own',
    )
    .argument('<upstream>', 'the address of the server, with or without a path')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'the address to listen on', '127.0.0.1');
  return judgingOptions(command, {
    target: 'a file that describes the server: its nodes and ids',
    only: 'report only these rules',
    skip: 'do not report these rules',
    report: 'at the end, ',
  })
    .option(
      '--har <file>',
      'at the end, write every checked request and its response to an HTTP archive (HAR)',
    )
    .option('--rename-host', 'replace the Host header of clients by the name of the server', false)
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .action(async (upstream: string, options: Options) => exit(await serve(upstream, options, io)));
}

async function serve(upstream: string, options: Options, io: Io): Promise<number> {
  const { port, host, strict, renameHost, insecure, verbose } = options;
  const har = options.har === undefined ? undefined : resolvePath(io, options.har);
  const destinations = await readDestinations(kinds, options.report, io, {
    reads: filesOfTarget(options, io),
    others: har === undefined ? [] : [har],
  });
  const place = placeOfTarget(options.target, io);
  const { file: target } = await readTargetAt(place, options.overlay, io, { sends: false });
  const command = `assay check ${shellWord(upstream)}`;
  const style = { colours: coloursFor(io), verbose };
  // An interrupt during the start also ends in a report.
  using interrupt = io.onInterrupt();
  await using proxy = await startProxy({
    ...{ upstream, target, port, host, strict, renameHost, insecure, ...selectionOf(options) },
    ...(har === undefined ? {} : { har }),
    onFinding: (finding) => print(io, findingLine(finding, style.colours)),
  });
  print(io, `${proxy.url} leads to ${plain(upstream)}; point your clients at it`);
  if (!isLoopback(upstream) && !renameHost)
    print(
      io,
      'Host is passed on as clients write it; with --rename-host it names the server, as servers may demand',
    );
  print(io, 'what is broken is shown as it passes; Ctrl-C stops, and reports');
  const interrupted = interrupt.signal.aborted ? undefined : once(interrupt.signal, 'abort');
  await Promise.race([interrupted, proxy.failed]);
  const report: Report = { ...(await proxy.report(timeToJudge)), command };
  io.stdout.write(`\n${terminal(report, style)}`);
  await writeReports(destinations, kinds, report);
  return report.exitCode;
}

function findingLine(finding: Finding, { red, yellow }: Style['colours']): string {
  const { rule, why, warning, waived } = plainDeep(finding);
  return `${warning || waived ? yellow(`⚠ ${rule}`) : red(`✗ ${rule}`)}: ${why}`;
}
