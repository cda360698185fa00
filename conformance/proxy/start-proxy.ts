import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call } from '../../src/http/exchange.ts';
import { excessLength } from '../../src/json/body.ts';
import { openProxy } from '../../src/proxy/open-proxy.ts';
import type { PassedCounts } from '../../src/proxy/tap.ts';
import { openTap } from '../../src/proxy/tap.ts';
import { upstreamAt } from '../../src/proxy/upstream.ts';
import { operationOf } from '../interface/operation-of.ts';
import type { Finding, Report } from '../report/report.ts';
import { counted } from '../report/text/words.ts';
import type { Selection } from '../runner/select.ts';
import { checkBaseUrl } from '../target/base-url.ts';
import { resolveTarget } from '../target/resolve.ts';
import type { TargetFile } from '../target/target-file.ts';
import { findingsPage } from './findings-page.ts';
import { startJudge } from './judge.ts';
import { checkUpstream } from './own-address.ts';

/** How a proxy is started; all but `upstream` has a default. */
export type StartProxyOptions = Selection & {
  /** The server that requests are passed on to, with or without a path that all of them are put below. */
  readonly upstream: string;
  /** Where to listen; by default on a free port of the loopback interface. */
  readonly port?: number;
  readonly host?: string;
  /** What only the operator of the upstream knows; `readTargetFile` reads one. Its `baseUrl` is not read. */
  readonly target?: TargetFile;
  /** Whether a broken `should` counts as a violation. */
  readonly strict?: boolean;
  /** Whether to accept certificates of the upstream that cannot be verified. */
  readonly insecure?: boolean;
  /** Whether `Host` names the upstream; by default it is passed on as the client wrote it. */
  readonly renameHost?: boolean;
  /** A file that every exchange is written to that is judged, as an HTTP archive. */
  readonly har?: string;
  /** Whether the report can be seen at `/__assay`, from this machine. */
  readonly findingsPage?: boolean;
  /** How many bytes of exchanges may wait to be judged; beyond them, exchanges are not judged, and counted. */
  readonly room?: number;
  /** Told of each rule as it breaks. */
  readonly onFinding?: (finding: Finding) => void;
  /** Told of actions of Overlays that change nothing. */
  readonly onRemark?: (remark: string) => void;
  /** Told if judging fails by a mistake of ours; requests are passed on all the same. */
  readonly onFailure?: (error: Error) => void;
};

/** A proxy that runs until it is disposed. */
export type RunningProxy = AsyncDisposable & {
  /** Where clients send their requests instead of the upstream's address. */
  readonly url: string;
  /** The rules that are broken by what has passed until now, warnings included. */
  readonly findings: () => Promise<readonly Finding[]>;
  /**
   * The report of all that has passed until now. With a time in milliseconds, what is not judged by then is left out and counted,
   * and nothing is judged any more.
   */
  readonly report: (within?: number) => Promise<Report>;
  /** Stops, and breaks off what is under way. */
  readonly close: () => Promise<void>;
};

/**
 * Starts a proxy in front of a server that judges what passes: `await using proxy = await startProxy({ upstream })`.
 * It changes no byte that it need not change, and holds nothing up to judge it. What only the user can settle is a
 * `UserError`.
 */
export async function startProxy(options: StartProxyOptions): Promise<RunningProxy> {
  const { port = 0, host = '127.0.0.1', target: file = {}, insecure = false, onFinding, onRemark } = options;
  const address = checkBaseUrl(options.upstream, 'the upstream');
  await checkUpstream(address, { port, host });
  const { only, skip, require } = options;
  const judge = startJudge(
    {
      target: resolveTarget(file, address),
      overlays: file.overlays ?? [],
      house: {
        ...(file.rules === undefined ? {} : { rules: file.rules }),
        ...(file.clauses === undefined ? {} : { clauses: file.clauses }),
      },
      waivers: file.waivers ?? [],
      strict: options.strict ?? false,
      keepsHost: !options.renameHost,
      ...(only ? { only } : {}),
      ...(skip ? { skip } : {}),
      ...(require ? { require } : {}),
      ...(options.har === undefined ? {} : { archive: options.har }),
    },
    {
      onFinding: (finding) => onFinding?.(finding),
      onRemark: (remark) => onRemark?.(remark),
      onDone: (bytes) => tap.giveBack(bytes),
      onFailure: (error) => options.onFailure?.(error),
    },
  );
  const isWanted = (call: Pick<Call, 'target'>): boolean => operationOf(call) !== undefined;
  const tap = openTap(judge.take, isWanted, options.room);
  const left = (): string[] => wordsOf(tap.counts);
  const answersItself = options.findingsPage
    ? findingsPage(() => judge.page(left()))
    : (_request: IncomingMessage, _response: ServerResponse): boolean => false;
  // What passes is judged from the first request on.
  await judge.ready;
  const proxy = await openProxy({
    upstream: upstreamAt(address),
    renamesHost: options.renameHost ?? false,
    tap,
    port,
    host,
    insecure,
    answersItself,
  }).catch(async (error) => {
    await judge.stop();
    throw error;
  });
  const report = (within?: number): Promise<Report> => judge.report(left(), within);
  const close = async (): Promise<void> => {
    await proxy.close();
    await judge.end();
  };
  return {
    url: proxy.url,
    findings: async () => (await report()).results.filter(({ verdict }) => verdict === 'fail'),
    report,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What passed and was not judged, in words. */
function wordsOf({ others, dropped, tooLong, brokenOff, tunnels }: Readonly<PassedCounts>): string[] {
  const exchanges = (count: number): string => counted(count, 'exchange');
  const all: readonly (readonly [count: number, words: string])[] = [
    [others, `${exchanges(others)} of other operations not checked`],
    [dropped, `${exchanges(dropped)} not checked, because checking was slower than the traffic`],
    [tooLong, `${exchanges(tooLong)} not checked, with a body of ${excessLength}`],
    [brokenOff, `${exchanges(brokenOff)} broken off`],
    [tunnels, `${counted(tunnels, 'connection')} upgraded to another protocol, and not checked after that`],
  ];
  return all.filter(([count]) => count > 0).map(([, words]) => words);
}
