import { createColors } from 'picocolors';
import { targetOfCatalog } from '../../src/cli/target-of-catalog.ts';
import { loadContract } from '../../src/contract/load.ts';
import { Fault } from '../../src/fault.ts';
import { createStub } from '../../src/stub/create.ts';
import { loadCatalog } from '../../src/stub/load-catalog.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import { network } from '../../src/wire/network.ts';
import { loadCatalogue } from '../engine/catalogue.ts';
import { runCheck } from '../engine/check.ts';
import type { Target } from '../engine/target.ts';
import { json } from '../report/json.ts';
import type { Report } from '../report/report.ts';
import { terminal } from '../report/terminal.ts';
import { resolveTarget } from '../target/resolve.ts';

/** The contract, and the shop, that ship with assay. */
export const contract = await loadContract();
const catalogue = await loadCatalogue(contract);
export const catalog = await loadCatalog();

/** The reference stub, in process. */
export const honestTransport = (): Transport => createStub({ contract, catalog }).transport;

/** What its operator would say of the stub, for a server that stands elsewhere; a few nodes are enough. */
export function targetAt(baseUrl: string): Target {
  const target = resolveTarget(targetOfCatalog(catalog, baseUrl), baseUrl);
  return { ...target, nodes: target.nodes.slice(0, 3) };
}

/** How a check of a strange server ended. */
export type Trial = {
  /** Where it came to a verdict. */
  readonly report?: Report;
  /** Where it could not run: the sentence the operator reads. */
  readonly fault?: string;
  /** All reasons it gave. */
  readonly said: string;
  /** What a terminal and a report file would show. */
  readonly shown: string;
  readonly json: string;
};

/** How a check is run here. */
export type TrialOptions = {
  /** How long one exchange may take, in milliseconds. */
  readonly timeout?: number;
  readonly only?: readonly string[];
  readonly insecure?: boolean;
  /** Changes what the operator says. */
  readonly target?: Partial<Target>;
};

/** Checks a server over real sockets. What is neither a verdict nor a fault is thrown. */
export async function tryOut(baseUrl: string, options: TrialOptions = {}): Promise<Trial> {
  const { timeout = 10_000, only = [], insecure = false } = options;
  const { transport, close } = network(baseUrl, { connections: 8, timeout, insecure });
  const target = { ...targetAt(baseUrl), ...options.target };
  try {
    const report = await runCheck({ contract, catalogue, target, transport, selection: { only } });
    const reasons = report.results.flatMap(({ why }) => why ?? []);
    const style = { colours: createColors(false), verbose: true, command: 'assay check' };
    return { report, said: reasons.join('\n'), shown: terminal(report, style), json: json(report) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: error.message, said: error.message, shown: error.message, json: '' };
  } finally {
    await close();
  }
}
