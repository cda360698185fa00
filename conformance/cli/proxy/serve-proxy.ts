import { once } from 'node:events';
import { startProxy } from '../../proxy/start-proxy.ts';
import { writeReport } from '../../report/files/destination.ts';
import type { Report } from '../../report/report.ts';
import { terminal } from '../../report/terminal/terminal.ts';
import { plain } from '../../report/text/plain.ts';
import { shellWord } from '../../report/text/words.ts';
import { filesOfTarget, placeOfTarget, readTargetAt } from '../check/target-file.ts';
import { coloursFor } from '../io/colours.ts';
import { type Io, print, resolvePath } from '../io/io.ts';
import { checkDestinations, readDestinations } from '../options/destinations.ts';
import { type JudgingOptions, selectionOf } from '../options/judging-options.ts';
import { findingText, proxyText } from '../output/proxy.ts';

/** The options of `assay proxy`. */
export type ProxyCommandOptions = JudgingOptions & {
  readonly port: number;
  readonly host: string;
  readonly har?: string;
  readonly findingsPage: boolean;
  readonly renameHost: boolean;
  readonly insecure: boolean;
};

/** How long what passed is judged once the proxy is to end, in milliseconds. */
const timeToJudge = 1200;

/** Serves a proxy until it is interrupted, then reports; returns the exit code. */
export async function serveProxy(upstream: string, options: ProxyCommandOptions, io: Io): Promise<number> {
  const destinations = readDestinations(options.report, io);
  const har = options.har === undefined ? undefined : resolvePath(io, options.har);
  const archive = har === undefined ? [] : [{ kind: 'har' as const, file: har }];
  await checkDestinations([...destinations, ...archive], filesOfTarget(options, io));
  const place = placeOfTarget(options.target, io);
  const { file: target } = await readTargetAt(place, options.overlay, io, { sends: false });
  const colours = coloursFor(io);
  const command = ['assay check', shellWord(upstream)].join(' ');
  const { port, host, strict, findingsPage, renameHost, insecure, verbose } = options;
  // Who stops it while it starts gets the reports, too.
  using interrupt = io.onInterrupt();
  await using proxy = await startProxy({
    upstream,
    target,
    port,
    host,
    strict,
    findingsPage,
    renameHost,
    insecure,
    ...selectionOf(options),
    ...(har === undefined ? {} : { har }),
    onFinding: (finding) => print(io, findingText(finding, { colours, verbose, command })),
    onRemark: (remark) => io.stderr.write(`${plain(remark)}\n`),
    onFailure: ({ message }) =>
      io.stderr.write(`${plain(message)}; requests are still passed on, and no more of them are judged\n`),
  });
  print(io, proxyText({ url: proxy.url, upstream, findingsPage, renameHost }));
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  const report: Report = { ...(await proxy.report(timeToJudge)), command };
  io.stdout.write(`\n${terminal(report, { colours, verbose, command })}`);
  for (const destination of destinations) await writeReport(destination, report);
  return report.exitCode;
}
