import { EventEmitter, on } from 'node:events';
import type { Contract } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load.ts';
import { Fault } from '../src/fault.ts';
import type { Transport } from '../src/wire/exchange.ts';
import { network } from '../src/wire/network.ts';
import { loadCatalogue } from './engine/catalogue.ts';
import { type Check, runCheck as runEngine } from './engine/check.ts';
import type { Conduct } from './engine/conduct.ts';
import { type Selection, select } from './engine/select.ts';
import { liveFindings } from './report/live-findings.ts';
import type { Finding, Report } from './report/report.ts';
import { checkBaseUrl } from './target/base-url.ts';
import { resolveTarget } from './target/resolve.ts';
import type { TargetFile } from './target/target-file.ts';

/** What is checked: a base URL, or all that a target file can say. */
export type CheckTarget = string | TargetFile;

/** How it is checked; everything has a default. */
export type CheckOptions = Selection &
  Conduct &
  Pick<
    Check,
    'strict' | 'seed' | 'runs' | 'nonce' | 'concurrency' | 'record' | 'bail' | 'budget' | 'signal'
  > & {
    /** How the target is reached; by default over HTTP. `fromFetch(handler)` reaches an app in this process. */
    readonly transport?: Transport;
    /** What it is held to; by default the contract that ships with assay, with the Overlays of the target. */
    readonly contract?: Contract;
    /** How long one exchange over HTTP may take, in milliseconds. */
    readonly timeout?: number;
  };

/** Where a target stands that is reached in this process, and says of itself no other address. */
const inProcess = 'http://localhost';

/** A run that is under way: the findings as rules end, and the report once all are read. */
export type Running = AsyncGenerator<Finding, Report> & { readonly report: Promise<Report> };

/**
 * Checks a target and yields each rule's finding as the rule ends, beginning when the first is asked for.
 * Whoever stops reading stops the run. What only the operator can mend is thrown as a {@link Fault}.
 *
 * ```ts
 * const running = check('http://127.0.0.1:8080');
 * for await (const { rule, verdict, why } of running) console.log(rule, verdict, why);
 * const { headline } = await running.report;
 * ```
 */
export function check(target: CheckTarget, options: CheckOptions = {}): Running {
  const report = Promise.withResolvers<Report>();
  // A failure is thrown where the findings are read; the promise need not be looked at.
  report.promise.catch(() => {});
  return Object.assign(findings(target, options, report.resolve), { report: report.promise });
}

async function* findings(
  target: CheckTarget,
  options: CheckOptions,
  begun: (report: Promise<Report>) => void,
): AsyncGenerator<Finding, Report> {
  const stop = new AbortController();
  const told = new EventEmitter();
  const heard = on(told, 'finding', { close: ['end'] });
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  const report = run(target, { ...options, signal }, (finding) => told.emit('finding', finding)).finally(() =>
    told.emit('end'),
  );
  begun(report);
  try {
    for await (const [finding] of heard) yield finding;
    return await report;
  } finally {
    stop.abort();
    await report.catch(() => {});
  }
}

/** Checks a target and gives back the report, which every kind of report file is made from. */
export const runCheck = (target: CheckTarget, options: CheckOptions = {}): Promise<Report> =>
  run(target, options);

/** The contract a target is held to. */
export const contractFor = (target: CheckTarget, { contract }: CheckOptions): Promise<Contract> =>
  contract
    ? Promise.resolve(contract)
    : loadContract({ overlays: typeof target === 'string' ? [] : (target.overlays ?? []) });

async function run(
  checked: CheckTarget,
  options: CheckOptions,
  onFinding?: (finding: Finding) => void,
): Promise<Report> {
  const contract = await contractFor(checked, options);
  const catalogue = await loadCatalogue(contract);
  const file = typeof checked === 'string' ? { baseUrl: checked } : checked;
  const target = resolveTarget(file, addressOf(file, options));
  const { concurrency = 8, timeout = 10_000, strict = false, maxWrites, rate, patience = timeout } = options;
  const reach = options.transport
    ? { transport: options.transport, close: async () => {} }
    : network(target.baseUrl, { connections: concurrency, timeout });
  const { required } = select(catalogue, options);
  const live = onFinding && liveFindings({ contract, target, strict, required }, reach.transport, onFinding);
  try {
    return await runEngine({
      ...options,
      contract,
      catalogue,
      target,
      transport: live?.transport ?? reach.transport,
      selection: options,
      conduct: {
        patience,
        ...(maxWrites === undefined ? {} : { maxWrites }),
        ...(rate === undefined ? {} : { rate }),
      },
      waivers: file.waivers ?? [],
      ...(live ? { onResult: live.onResult } : {}),
    });
  } finally {
    await reach.close();
  }
}

function addressOf({ baseUrl }: TargetFile, { transport }: CheckOptions): string {
  if (baseUrl !== undefined) return checkBaseUrl(baseUrl, 'the base URL');
  if (transport) return inProcess;
  throw new Fault('the target has no base URL; give it a "baseUrl", or reach it through a "transport".');
}
