import { createCheck } from '../../conformance/check.ts';
import type { Target } from '../../conformance/core/target.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { json } from '../../conformance/report/json.ts';
import type { Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import { UserError } from '../../src/errors.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** The contract, and the shop, that ship with assay. */
export const contract = await loadContract();
const ruleSet = await loadRuleSet(contract);
export const catalog = await loadCatalog();

/** The stub, in process. */
export const honestTransport = (): Transport =>
  createStub({ contract, parts: stubPartsOf(catalog) }).transport;

/** What its operator would say of the stub, for a server that is elsewhere; a few collections are enough. */
function targetAt(baseUrl: string): Target {
  const target = resolveTarget(contract, targetOfCatalog(catalog, baseUrl), baseUrl);
  return { ...target, collections: target.collections.slice(0, 3) };
}

/** The collections of which least is asked, since they are empty. */
export const emptyCollections = resolveTarget(
  contract,
  targetOfCatalog(catalog, 'http://localhost'),
  'http://localhost',
).collections.filter(({ holds }) => holds?.length === 0);

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
  /** How long a request is repeated for where a gateway or a limiter speaks, in milliseconds. */
  readonly patience?: number;
  /** After how many milliseconds nothing more is begun. */
  readonly budget?: number;
  readonly only?: readonly string[];
  readonly insecure?: boolean;
  /** Changes what the operator says. */
  readonly target?: Partial<Target>;
};

/** Checks a server over real sockets. What is neither a verdict nor a fault is thrown. */
export async function tryOut(baseUrl: string, options: TrialOptions = {}): Promise<Trial> {
  const { timeout = 10_000, patience = 500, only = [], insecure = false, budget } = options;
  const { transport, close } = network(baseUrl, { connections: 8, timeout, insecure });
  const target = { ...targetAt(baseUrl), ...options.target };
  try {
    const { run } = await createCheck(
      { contract, ruleSet, target },
      {
        only,
        timeout,
        patience,
        ...(budget === undefined ? {} : { budget }),
      },
    );
    const report = await run(transport);
    const reasons = report.results.flatMap(({ why }) => why ?? []);
    const style = { colours: coloursIf(false), verbose: true };
    return { report, said: reasons.join('\n'), shown: terminal(report, style), json: json(report) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { fault: error.message, said: error.message, shown: error.message, json: '' };
  } finally {
    await close();
  }
}
